/** Listens to keys of one letter, unless something is typed: `j` and `k` go from row to row, `actions` are others. */
export function listenToKeys(main: HTMLElement, actions: Readonly<Record<string, () => void>>): void {
  addEventListener("keydown", (event) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey || (target as Element).closest?.("textarea, input") != null) return;
    const action = key === "j" ? () => step(main, 1) : key === "k" ? () => step(main, -1) : actions[key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

/** Moves the focus to the next row of the view, or to the one before; to the first if no row has it. */
function step(main: HTMLElement, by: 1 | -1): void {
  const rows = [...main.querySelectorAll<HTMLElement>("summary")].filter((row) => row.offsetParent !== null);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? rows[0] : rows[at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
