# What `pipe` does without the arguments that docs/how-to/engines-spark.md gives it. Writes what it saw as JSON.
import json
import sys

from pyspark.sql import SparkSession

lines = SparkSession.builder.getOrCreate().sparkContext.parallelize(["a line"], 1)
saw = {
    "environment": lines.pipe("/usr/bin/env").collect(),
    "failed": lines.pipe("sh -c 'exit 127'").collect(),
}
with open(sys.argv[1], "w") as file:
    json.dump(saw, file)
