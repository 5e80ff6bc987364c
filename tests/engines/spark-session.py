# Runs programs in one session of Spark, because a session takes minutes to start on a busy machine. Each line of
# standard input is {"program": PATH, "args": [...], "answer": FILE, "conf": {...}}. The answer is {"error": TEXT or null}.
import json
import os
import sys
import traceback

from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
for line in sys.stdin:
    request = json.loads(line)
    for name, value in request["conf"].items():
        spark.conf.set(name, value)
    sys.argv = [request["program"], *request["args"]]
    error = None
    try:
        with open(request["program"]) as program:
            exec(compile(program.read(), request["program"], "exec"), {"__name__": "__main__"})
    except Exception:
        error = traceback.format_exc()
    with open(request["answer"] + ".new", "w") as answer:
        json.dump({"error": error}, answer)
    os.rename(request["answer"] + ".new", request["answer"])
spark.stop()
