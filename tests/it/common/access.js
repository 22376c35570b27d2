// What keeps somebody from using the page and axe-core does not look at: ids that stand twice, pages that scroll
// sideways, and controls that lie outside the window.
const problems = [];
const ids = new Map();
for (const { id } of document.querySelectorAll('[id]')) ids.set(id, (ids.get(id) ?? 0) + 1);
for (const [id, count] of ids) if (count > 1) problems.push(`id ${id} stands ${count} times`);
if (document.documentElement.scrollWidth > innerWidth + 1) problems.push(`the page is ${document.documentElement.scrollWidth} wide in a window of ${innerWidth}`);
for (const control of document.querySelectorAll('.bar button, .bar a, .tools button, .tools select, .tabs button, .replay button')) {
  if (!control.checkVisibility({ visibilityProperty: true })) continue;
  const { left, right, top, bottom } = control.getBoundingClientRect();
  const board = document.querySelector('.table') !== null;
  if (left < -1 || right > innerWidth + 1 || (board && (top < -1 || bottom > innerHeight + 1))) problems.push(`outside the window: ${control.outerHTML.slice(0, 90)}`);
}
return problems;
