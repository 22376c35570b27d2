// What keeps somebody from using the page: controls without a name, ids that stand twice, text that does not
// stand out from its ground, pages that scroll sideways.
const problems = [];
const visible = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
const nameOf = (element) => {
  const labelled = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  const label = element.labels ? [...element.labels].map((one) => one.textContent).join(' ') : '';
  return (element.getAttribute('aria-label') || labelled.trim() || label.trim() || element.textContent.trim() || element.getAttribute('title') || '').trim();
};
for (const control of document.querySelectorAll('button, a[href], input, select, summary, progress, [role=application], [role=tab], [role=tabpanel], svg[role=img]')) {
  if (visible(control) && !nameOf(control)) problems.push(`no name: ${control.outerHTML.slice(0, 90)}`);
}
const ids = new Map();
for (const { id } of document.querySelectorAll('[id]')) ids.set(id, (ids.get(id) ?? 0) + 1);
for (const [id, count] of ids) if (count > 1) problems.push(`id ${id} stands ${count} times`);

const parse = (text) => { const parts = text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0]; return parts.length === 3 ? [...parts, 1] : parts; };
const light = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map((part) => part / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const over = (top, ground) => top.slice(0, 3).map((part, index) => part * top[3] + ground[index] * (1 - top[3]));
const groundOf = (element) => {
  const chain = [];
  for (let at = element; at; at = at.parentElement) chain.push(parse(getComputedStyle(at).backgroundColor));
  return chain.reverse().reduce((ground, colour) => over(colour, ground), [255, 255, 255]);
};
for (const element of document.querySelectorAll('body *:not(svg *)')) {
  const words = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  if (!words || !visible(element) || element.closest('.hide, :disabled, option')) continue;
  const style = getComputedStyle(element);
  const ground = groundOf(element);
  const [ink, paper] = [light(over(parse(style.color), ground)), light(ground)];
  const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
  const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
  if (contrast < (large ? 3 : 4.5)) problems.push(`contrast ${contrast.toFixed(2)}: ${element.outerHTML.slice(0, 90)}`);
}
if (document.documentElement.scrollWidth > innerWidth + 1) problems.push(`the page is ${document.documentElement.scrollWidth} wide in a window of ${innerWidth}`);
return problems;
