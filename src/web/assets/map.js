// The map: counters, marks on cells, overlays, zoom and pan. The script `board.js` holds what is shown, `table.js` what a measured table
// has beyond it.
'use strict';

// ---- counters ----------------------------------------------------------------------------------------

function stacks(counters) {
  const found = new Map();
  for (const counter of counters) {
    if (!cells.has(counter.place)) continue;
    if (!found.has(counter.place)) found.set(counter.place, []);
    found.get(counter.place).push(counter);
  }
  for (const stack of found.values()) stack.sort((a, b) => a.rank - b.rank);
  return found;
}

function plate(counter, x, y) {
  const half = PLATE / 2;
  const all = svg('g', { transform: `translate(${x} ${y})`, class: `counter ${counter.shape ?? ''} ${counter.marks.join(' ')}` });
  if (counter.shape) return piece(counter, all);
  all.append(svg('rect', { x: -half, y: -half, width: PLATE, height: PLATE, rx: 4, class: `plate ${counter.plate}` }));
  all.append(svg('rect', { x: -half + 1.5, y: -half + 1.5, width: 4, height: PLATE - 3, rx: 1.5, class: counter.stripe }));
  return all;
}

function face(counter, x, y) {
  const all = plate(counter, x, y);
  const half = PLATE / 2;
  if (counter.shape) {
    labelled(counter, all);
    drawSigns(counter, all);
    return all;
  }
  all.append(svg('text', { x: 2, y: -half + 8.5, class: 'unit' }, counter.id));
  all.append(svg('text', { x: 2, y: -half + 15, class: 'size' }, counter.size));
  all.append(svg('use', { href: `#${counter.symbol}`, x: 2, y: 2 }));
  // What has no room in the usual size is fitted to the plate.
  const long = counter.values.length > ROOM || /[a-z]{4}/.test(counter.values);
  const fit = long ? { class: 'value long', textLength: PLATE - 7, lengthAdjust: 'spacingAndGlyphs' } : { class: 'value' };
  all.append(svg('text', { x: 2, y: half - 3.5, ...fit }, counter.values));
  const [left, full] = counter.steps;
  if (full > 1) for (let step = 0; step < full; step += 1) {
    all.append(svg('circle', { cx: half - 3.6, cy: 7 - (full > 5 ? 5 : 6) * step, r: 2, class: step < left ? 'step' : 'step lost' }));
  }
  drawSigns(counter, all);
  return all;
}

/** The marks of a counter with their first letters, from its right upper corner on. */
function drawSigns(counter, all) {
  const half = PLATE / 2;
  counter.marks.filter((mark) => mark !== 'moved').forEach((mark, index) => {
    all.append(svg('circle', { cx: half - 2 - 13 * index, cy: -half + 2, r: 6.5, class: `mark ${mark}` }));
    all.append(svg('text', { x: half - 2 - 13 * index, y: -half + 5.2, class: 'sign' }, t(mark)[0].toUpperCase()));
  });
}

let laid = new Map(); // by cell the stack that is drawn there: what it shows, and its drawing

/** Draws the stacks that have changed; the others stay, or the browser would lay every text of them out anew. */
function drawCounters(counters) {
  const found = stacks(counters);
  for (const [name, { node }] of laid) if (!found.has(name)) { node.remove(); laid.delete(name); }
  let next = $('counters').firstChild;
  for (const [name, stack] of found) {
    const told = JSON.stringify(stack);
    const known = laid.get(name);
    if (known?.told === told) {
      if (known.node === next) next = next.nextSibling;
      else $('counters').insertBefore(known.node, next);
      continue;
    }
    if (known?.node === next) next = next.nextSibling;
    known?.node.remove();
    const { x, y } = cells.get(name);
    const drawn = stack.slice(-DEEPEST);
    const shift = (OFFSET * (drawn.length - 1)) / 2;
    const group = svg('g', { class: 'stack', 'data-cell': name });
    drawn.forEach((counter, level) => {
      const step = OFFSET * level - shift;
      group.append((level + 1 === drawn.length ? face : plate)(counter, x + step, y - step));
    });
    if (stack.length > 1) {
      const at = PLATE / 2 + shift - 2;
      group.append(svg('circle', { cx: x - at + 1, cy: y + at - 1, r: 7.5, class: 'badge' }));
      group.append(svg('text', { x: x - at + 1, y: y + at + 2.5, class: 'count' }, String(stack.length)));
    }
    $('counters').insertBefore(group, next);
    laid.set(name, { told, node: group, x, y, seen: true });
  }
  hideFar();
  closeFan();
}

const SHORT = 27; // how far before the middle of its hex an arrow ends, so that its head lies beside the counter

/** Arrows of what the story tells, and the die that is looked at above its hex. They stay until the player decides. */
function drawArrows(story, told) {
  const lines = [];
  for (const one of story) {
    if (!goesFar(one) || !cells.has(one.spot.from) || !cells.has(one.spot.to)) continue;
    const [from, to] = [cells.get(one.spot.from), cells.get(one.spot.to)];
    const long = Math.hypot(to.x - from.x, to.y - from.y);
    const share = Math.max(0.3, 1 - SHORT / long);
    const side = entryOf(one)?.side ?? 'axis';
    const end = { x2: from.x + (to.x - from.x) * share, y2: from.y + (to.y - from.y) * share };
    lines.push(svg('line', { x1: from.x, y1: from.y, ...end, class: `arrow ${side}${one === told ? ' looked-at' : ''}`, 'marker-end': `url(#head-${side})` }));
  }
  $('arrows').replaceChildren(...lines);
  const parts = [];
  const name = told?.card?.odds?.cell;
  if (name && cells.has(name)) {
    const { x, y } = cells.get(name);
    const { odds } = told.card;
    const die = Number(told.card.die.match(/\d+/)?.[0]);
    const fall = odds.falls.find((one) => one.die === die);
    const losses = fall ? `: ${fall.attacker || '-'}/${fall.defender || '-'}${fall.retreats?.[1] ? 'R' : ''}` : '';
    // Between two rows of counters there is room for one line.
    const words = odds.summary ? told.card.effects[0] ?? '' : `${t('die {die}', { die })}, ${odds.column}${losses}`;
    const wide = odds.summary ? 5.4 * words.length + 12 : 92;
    parts.push(svg('rect', { x: x - wide / 2, y: y - 34.5, width: wide, height: 13, rx: 4, class: 'result-plate' }));
    parts.push(svg('text', { x, y: y - 24.5, class: 'result' }, words));
  }
  $('results').replaceChildren(...parts);
}

const MOST_SLIDES = 8; // counters that slide at a time; more of them only jump
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Lets counters slide that have moved from one view to the next. */
function slide(before, after) {
  if (still.matches || !before || document.hidden) return;
  const places = new Map(before.counters.map((counter) => [`${counter.side} ${counter.id}`, counter.place]));
  const moved = after.counters.filter((counter) => {
    const place = places.get(`${counter.side} ${counter.id}`);
    return place !== undefined && place !== counter.place && cells.has(place) && cells.has(counter.place);
  });
  if (moved.length > MOST_SLIDES) return;
  for (const counter of moved) {
    const [from, to] = [cells.get(places.get(`${counter.side} ${counter.id}`)), cells.get(counter.place)];
    const ghost = face(counter, 0, 0);
    const stack = $('counters').querySelector(`[data-cell="${CSS.escape(counter.place)}"]`);
    const alone = after.counters.filter(({ place }) => place === counter.place).length === 1;
    if (alone) stack?.classList.add('under-way');
    $('slides').append(ghost);
    const at = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` });
    const time = Math.min(450, Math.max(150, 2 * (beat?.pace ?? 60)));
    ghost.animate([at(from), at(to)], { duration: time, easing: 'ease-in-out', fill: 'both' }).finished.catch(() => {}).then(() => {
      ghost.remove();
      stack?.classList.remove('under-way');
    });
  }
}

function closeFan() {
  fan = null;
  $('fan').replaceChildren();
}

/** Spreads a stack out so that every counter can be read. */
function openFan(name) {
  if (fan === name) return;
  closeFan();
  const stack = stacks(shown.counters).get(name);
  if (!stack || stack.length < 2) return;
  fan = name;
  const { x, y } = cells.get(name);
  const gap = PLATE + 5;
  const box = map.viewBox.baseVal;
  const width = gap * stack.length + 6;
  const left = Math.min(Math.max(x - width / 2, box.x + 4), Math.max(box.x + 4, box.x + box.width - width - 4));
  const top = y - 40 - PLATE - 8 < box.y ? y + 40 : y - 40 - PLATE - 8;
  const group = svg('g', {}, svg('rect', { x: left, y: top, width, height: PLATE + 8, rx: 6, class: 'tray' }));
  [...stack].reverse().forEach((counter, index) => {
    const spot = face(counter, left + 3 + gap * (index + 0.5), top + PLATE / 2 + 4);
    spot.classList.add('in-fan');
    spot.dataset.unit = counter.id;
    group.append(spot);
  });
  $('fan').append(group);
}

// ---- marks on cells ----------------------------------------------------------------------------------

/** The shape of a cell, smaller for places beside the map. */
const outline = ({ x, y, scale = 1 }, kind) => svg('polygon', { points: $('cell').getAttribute('points'), transform: `translate(${x} ${y}) scale(${scale})`, class: kind });

function tint(name, kind, extra) {
  const cell = cells.get(name);
  const shape = outline(cell, kind);
  if (!extra) return [shape];
  const occupied = shown.counters.some((counter) => counter.place === name);
  return [shape, svg('text', { x: cell.x, y: cell.y + (occupied ? 33 : 5), class: 'cost' }, extra)];
}

let squares = null; // the rule of the cells, where they are squares in columns and rows
let ruler = null; // where it is measured from, while the player measures: a cell, or nothing yet

/** Cells that are shown in one way. */
const area = (names, kind) => (squares ? squareArea(names, kind) : names.flatMap((name) => (cells.has(name) ? tint(name, kind) : [])));

/** A layer: its cells, or circles around them. */
function drawLayer(layer, kind = layer.class) {
  if (!layer.radius) return area(layer.cells, kind);
  return layer.cells.map((name) => cells.get(name)).filter(Boolean).map(({ x, y }) => svg('circle', { cx: x, cy: y, r: layer.radius, class: kind }));
}

/** Layers and traces of an overlay. */
function overlayParts({ layers, traces }) {
  const lines = traces.map((trace) => {
    const points = trace.cells.map((name) => cells.get(name)).filter(Boolean);
    return svg('polyline', { points: points.map(({ x, y }) => `${x},${y}`).join(' '), class: trace.class });
  });
  return [...layers.flatMap((layer) => drawLayer(layer)), ...lines];
}

/** The two rails of a bridge over the side between each two cells. */
function spans(layer) {
  const drawn = [];
  for (let at = 0; at + 1 < layer.cells.length; at += 2) {
    const [a, b] = [cells.get(layer.cells[at]), cells.get(layer.cells[at + 1])];
    if (!a || !b) continue;
    const long = Math.hypot(b.x - a.x, b.y - a.y);
    const [dx, dy] = [(b.x - a.x) / long, (b.y - a.y) / long];
    const rail = (aside) => `M${(a.x + b.x) / 2 - dx * 11 - dy * aside} ${(a.y + b.y) / 2 - dy * 11 + dx * aside}l${dx * 22} ${dy * 22}`;
    drawn.push(svg('path', { d: rail(7) + rail(-7), class: `focus ${layer.class}` }));
  }
  return drawn;
}

function drawMarks() {
  const under = [];
  const over = [];
  for (const layer of shown.focus) {
    if (layer.between) over.push(...spans(layer));
    else under.push(...drawLayer(layer, `focus ${layer.class}`));
  }
  if (replay === null && view.mine) {
    const seen = new Set();
    const targets = new Set(view.choices.flatMap(({ spot }) => spot.cells ?? [spot.to]));
    const faint = targets.size > MANY ? ' faint' : '';
    if (squares) drawLegalSquares(faint, under, over);
    else
    for (const { spot } of view.choices) {
      under.push(...area(spot.cells ?? [], `legal-wash${faint}`));
      over.push(...area(spot.cells ?? [], `legal-target${faint}`));
      const name = spot.to ?? spot.from;
      if (!name || !cells.has(name)) continue;
      const key = `${name} ${spot.to ? 'to' : 'from'}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const harm = spot.harms ? ' harms' : '';
      // Over the counters lie outlines only, so that every value can be read.
      if (spot.to) under.push(...tint(name, `legal-wash${faint}${harm}`));
      over.push(...tint(name, spot.to ? `legal-target${faint}${harm}` : 'legal-unit', spot.to && spot.cost));
    }
  }
  $('marks').replaceChildren(...under);
  $('over').replaceChildren(...over);
}

function drawCursor() {
  const cell = cursor && cells.get(cursor);
  const half = PLATE / 2 + 3;
  const holds = squares && cell && shown.counters.some(({ place }) => place === cursor);
  $('cursor').replaceChildren(...(holds ? [svg('rect', { x: cell.x - half, y: cell.y - half, width: 2 * half, height: 2 * half, rx: 17, class: 'cursor' })] : cell ? [outline(cell, 'cursor')] : []));
  if (!cell) return;
  const here = shown.counters.filter((counter) => counter.place === cursor);
  const words = [cell.label, ...here.map((counter) => (here.length > 2 ? (isCovered(counter) ? counter.name ?? t('covered counter') : `${nameOf(counter)} ${counter.values}`) : counter.title))];
  const can = replay === null ? choicesAt(cursor).length : 0;
  if (can) words.push(can === 1 ? t('1 choice here') : t('{count} choices here', { count: can }));
  const told = hexCard?.cell === cursor && hexCard.version === view.version ? hexCard.lines : [];
  $('about').replaceChildren(make('span', {}, words.join(' | ')), ...(told.length ? [make('span', { class: 'hex-card' }, told.join(' | '))] : []));
  markCut($('about'));
}

let hexCard = null; // what the hex under the cursor is, once it has been asked for
let reading = 0;

/** Asks what the hex under the cursor is, and shows it if the cursor is still there. */
async function readHex() {
  const [name, version] = [cursor, view?.version];
  if (!name || replay !== null || (hexCard?.cell === name && hexCard.version === version)) return;
  try {
    const { card } = await ask(`${base}/hex?cell=${encodeURIComponent(name)}`);
    if (cursor !== name) return;
    hexCard = { cell: name, version, terrain: [], lines: [], ...card };
    drawCursor();
    lightTables();
  } catch (error) {
    say(error.message);
  }
}

// Strokes of the digits in a box of 3.6 by 6.
const DIGITS = ['m0 1.8a1.8 1.8 0 0 1 3.6 0v2.4a1.8 1.8 0 0 1-3.6 0z', 'm.7 1.2l1.5-1.2v6', 'm.1 1.7a1.7 1.7 0 0 1 3.4 0c0 1.2-1.6 2.4-3.4 4.3h3.6', 'm.2 1.1a1.6 1.5 0 1 1 1.4 1.8a1.7 1.6 0 1 1-1.6 1.9', 'm2.8 6v-6l-2.8 4.2h3.8',
  'm3.3 0h-2.7l-.3 2.8a1.8 1.8 0 1 1-.2 2.3', 'm3.1.2c-2 .2-3.1 2-3.1 4a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 0 0-3.5-.5', 'm0 0h3.6l-2.3 6', 'm1.8 2.8a1.5 1.4 0 1 1 .01 0a1.8 1.6 0 1 1-.01 0z', 'm.5 5.8c2-.2 3.1-2 3.1-4a1.8 1.8 0 1 0-3.6 0a1.8 1.8 0 0 0 3.5.5'];

/** Draws the numbers of the hexes above their middles, as one path: a browser takes a hundred times as long to lay out as many texts. */
function drawNumbers() {
  const group = $('numbers');
  if (!group) return;
  const hexes = [...cells.values()].filter(({ name }) => /^\d+$/.test(name));
  const drawn = ({ name, x, y }) => [...name].map((digit, index) => `M${(x + 5 * index - 2.5 * name.length + 0.7).toFixed(1)} ${(y - Number(group.dataset.above) - 6).toFixed(1)}${DIGITS[digit]}`).join('');
  group.replaceChildren(svg('path', { d: hexes.map(drawn).join('') }));
}

let flashing = 0;
function flash(names) {
  const shapes = names.filter((name) => cells.has(name)).flatMap((name) => tint(name, 'flash'));
  document.querySelectorAll('.flash').forEach((old) => old.remove());
  $('over').append(...shapes);
  clearTimeout(flashing);
  flashing = setTimeout(() => shapes.forEach((shape) => shape.remove()), 1600);
  return shapes.length;
}

const cellsIn = (words) => [...new Set(words.match(/[A-Za-z0-9]+/g) ?? [])].filter((word) => cells.has(word));

/** From where to where a side had its last turn: all that it did in its own phases, whatever the other one decided in between. */
function lastTurn(entries, side) {
  let end = entries.length;
  while (end > 0 && entries[end - 1].phase !== side) end -= 1;
  let begin = end;
  while (begin > 0 && (entries[begin - 1].phase ?? side) === side) begin -= 1;
  return [begin, end];
}

/** What the layers and traces of an overlay mean, each once. */
function overlayKeys({ layers, traces }) {
  const known = new Map([...layers, ...traces].map((layer) => [`${layer.class} ${layer.title}`, layer]));
  const swatch = (layer) => (squares ? sample(layer, traces.includes(layer)) : make('i', { class: layer.class }));
  return [...known.values()].map((layer) => make('span', { class: 'key' }, swatch(layer), layer.title));
}

/** Shows the legend above the map, or hides it when there is nothing to say. */
function tell(...parts) {
  const legend = $('legend');
  legend.replaceChildren(...parts);
  legend.hidden = parts.length === 0;
  if (legend.hidden) legend.classList.remove('open');
  markCut(legend);
}

/** Marks a box beside the map that has more lines than it shows: a click opens it. */
function markCut(box) {
  box.classList.toggle('cut', !box.classList.contains('open') && box.scrollHeight > box.clientHeight + 1);
}

async function drawOverlay() {
  const key = $('look').value;
  $('look-side').hidden = $('look').selectedOptions[0].dataset.oneSided === undefined;
  if (key !== 'heat') stopAnalysis();
  const put = (overlay) => {
    $('overlay').replaceChildren(...overlayParts(overlay));
    $('notes').replaceChildren();
    const keys = overlayKeys(overlay);
    if (key && !keys.length) keys.push(make('span', {}, key === 'acting' ? t('No unit acts now.') : t('There is nothing to show now.')));
    // What is being measured stands in the legend until an overlay is asked for.
    if (key || !ruler) tell(...keys);
  };
  if (!key) return put({ layers: [], traces: [] });
  if (key === 'heat') return drawHeat();
  if (key === 'last') {
    const other = view.viewer === 'axis' ? 'soviet' : 'axis';
    const { entries } = await ask(`${base}/log`);
    const turn = entries.slice(...lastTurn(entries, other)).filter(({ side }) => side !== view.viewer);
    const named = new Set(turn.flatMap((entry) => cellsIn(entry.words)));
    return put({ layers: [{ class: 'tint-last', title: t('{count} actions of the other side', { count: turn.length }), cells: [...named] }], traces: [] });
  }
  const at = replay === null ? '' : `&at=${replay}`;
  try {
    put(await ask(`${base}/overlay?key=${key}&side=${$('look-side').value}${at}`));
  } catch (error) {
    say(error.message);
  }
}

/** Shows what a counter depends on or can do. */
async function showCounter(id) {
  try {
    const { words, overlay } = await ask(`${base}/counter?counter=${encodeURIComponent(id)}`);
    $('overlay').replaceChildren(...overlayParts(overlay));
    tell(make('span', {}, words), ...(squares ? overlayKeys(overlay) : []));
  } catch (error) {
    say(error.message);
  }
}

// ---- what the analysis thinks ------------------------------------------------------------------------

let analysing = null; // ends the analysis on its way

function stopAnalysis() {
  analysing?.abort();
  analysing = null;
}

/** Asks the analysis about the position and shows in `place` that it thinks. Gives nothing when it was stopped, or the game went on. */
async function analyse(place, stopped) {
  stopAnalysis();
  const mine = new AbortController();
  analysing = mine;
  const stop = make('button', { type: 'button', click: () => { stopAnalysis(); stopped(); } }, t('Stop'));
  place.replaceChildren(make('span', {}, `${t('The analysis thinks')} `), make('progress', { class: 'advice', max: 1, value: 0, 'aria-label': t('Progress of the analysis') }), ' ', stop);
  try {
    const found = await ask(`${base}/hint`, {}, mine.signal);
    return found.stopped ? null : found;
  } catch (error) {
    if (mine.signal.aborted) return null;
    throw error;
  } finally {
    if (analysing === mine) analysing = null;
  }
}

let heating = 0;
/** The overlay of what the analysis thinks: asks anew whenever the position has changed and nothing more happens. */
function drawHeat() {
  const legend = $('legend');
  clearTimeout(heating);
  stopAnalysis();
  $('overlay').replaceChildren();
  $('notes').replaceChildren();
  if (replay !== null || !view.mine || view.choices.length < 2) {
    tell(replay !== null || !view.mine ? t('The analysis thinks when it is your turn to choose.') : t('There is only one choice.'));
    return;
  }
  tell(`${t('The analysis thinks')} ...`);
  heating = setTimeout(async () => {
    try {
      const found = await analyse(legend, () => { $('look').value = ''; drawOverlay(); });
      if (found && $('look').value === 'heat') heat(found);
    } catch (error) {
      if ($('look').value === 'heat') tell(error.message);
    }
  }, 250);
}

/** Shows how good the choices are that the analysis looked at: each at its cell, and in the list. */
function heat(found) {
  const choices = [found, ...found.others];
  thoughts = { version: view.version, wins: new Map(choices.map((choice) => [choice.do, choice.win])) };
  drawChoices();
  const wins = choices.map(({ win }) => win);
  const [least, most] = [Math.min(...wins), Math.max(...wins)];
  const parts = [];
  const notes = [];
  const seen = new Set();
  for (const { win, spot } of choices) {
    const name = spot?.to ?? spot?.from;
    if (!name || seen.has(name) || !cells.has(name)) continue;
    seen.add(name);
    const cell = cells.get(name);
    const [shape] = tint(name, 'heat');
    shape.setAttribute('fill-opacity', (0.15 + (0.6 * (win - least)) / (most - least || 1)).toFixed(2));
    parts.push(shape);
    notes.push(svg('text', { x: cell.x, y: cell.y - 20, class: 'win' }, `${Math.round(100 * win)}`));
  }
  $('overlay').replaceChildren(...parts);
  $('notes').replaceChildren(...notes);
  const range = Math.round(100 * least) === Math.round(100 * most) ? t('all about {most}', { most: Math.round(100 * most) }) : t('{least} to {most}', { least: Math.round(100 * least), most: Math.round(100 * most) });
  tell(t('Chance of winning after the choices that the analysis looked at closely, in per cent: {range}. The stronger the colour, the better.', { range }));
}

// ---- zoom and pan ------------------------------------------------------------------------------------

const whole = map.dataset.box.split(' ').map(Number);
let box = [...whole];

let isWhole = false; // whether the whole map is seen, and stays so when the window changes

const frame = $('window');
const sheet = $('sheet');
let laidBox = box; // what the map is laid out for; while it is dragged, the sheet is moved from there
let settling; // the timer that lays the map out for what is seen, when it is dragged no more

/** A box like the wanted one, in the shape of the window and not off the map. */
function kept([x, y, width], area) {
  const shape = area.height / area.width || 1;
  const widest = Math.max(whole[2], whole[3] / shape);
  width = Math.min(Math.max(width, 260), widest);
  const height = width * shape;
  const keep = (at, size, from, all) => {
    const slack = size * 0.04;
    return size >= all + slack ? from + (all - size) / 2 : Math.min(Math.max(at, from - slack), from + all + slack - size);
  };
  return [keep(x, width, whole[0], whole[2]), keep(y, height, whole[1], whole[3]), width, height];
}

function setBox(wanted) {
  isWhole = false;
  box = kept(wanted, frame.getBoundingClientRect());
  layOut();
}

/** Moves the map by pixels. */
function pan(dx, dy) {
  isWhole = false;
  const area = frame.getBoundingClientRect();
  const scale = area.width / box[2];
  box = kept([box[0] - dx / scale, box[1] - dy / scale, box[2]], area);
  sheet.style.transform = `translate(${(laidBox[0] - box[0]) * scale}px, ${(laidBox[1] - box[1]) * scale}px)`;
  hideFar();
  clearTimeout(settling);
  settling = setTimeout(settle, 250);
}

function settle() {
  if (settling !== undefined) layOut();
}

/** Lays the map out for what is seen. */
function layOut() {
  clearTimeout(settling);
  settling = undefined;
  laidBox = box;
  sheet.style.transform = '';
  const seen = box.map((part) => part.toFixed(1)).join(' ');
  const scale = frame.getBoundingClientRect().width / box[2];
  for (const layer of [$('ground'), map]) {
    if (layer.getAttribute('viewBox') !== seen) layer.setAttribute('viewBox', seen);
    layer.classList.toggle('far', scale < 0.62);
    layer.classList.toggle('remote', scale < 0.36);
  }
  hideFar();
}

const FAR = 300; // how far beyond the window names and stacks may lie and still be laid out

// The names on the map, with where they lie.
const names = [...document.querySelectorAll('#ground text, #labels text')]
  .map((node) => ({ node, x: Number(node.getAttribute('x') ?? NaN), y: Number(node.getAttribute('y') ?? NaN), seen: true }))
  .filter(({ x, y }) => !Number.isNaN(x + y));

/** Leaves out names and stacks far from the window: text is what the browser lays out most slowly. */
function hideFar() {
  const [left, top, width, height] = box;
  const isNear = ({ x, y }) => x > left - FAR && x < left + width + FAR && y > top - FAR && y < top + height + FAR;
  for (const parts of [names, laid.values()]) {
    for (const part of parts) {
      const seen = isNear(part);
      if (seen === part.seen) continue;
      part.seen = seen;
      part.node.style.display = seen ? '' : 'none';
    }
  }
}

/** The whole map. */
function fit() {
  setBox([whole[0], whole[1], Infinity, 0]);
  isWhole = true;
}

let laidOut = frame.getBoundingClientRect(); // where the map lay in the window when it was drawn last

/** The window, or what stands above and below the map, has changed: what is seen of the map stays where it is. */
function refit() {
  const area = frame.getBoundingClientRect();
  const moved = ((area.top - laidOut.top) * box[2]) / (laidOut.width || 1);
  laidOut = area;
  for (const words of [$('legend'), $('about')]) markCut(words);
  if (isWhole) fit();
  else setBox([box[0], box[1] + moved, box[2], 0]);
}
new ResizeObserver(refit).observe(frame);

/** On a small screen the first look is at the middle of the counters, near enough to read them. */
function closeIn() {
  const width = frame.getBoundingClientRect().width / 0.7;
  if (width >= whole[2] || !shown) return;
  const places = shown.counters.map(({ place }) => cells.get(place)).filter(Boolean);
  const mean = (key) => places.reduce((sum, cell) => sum + cell[key], 0) / Math.max(places.length, 1);
  setBox([mean('x') - width / 2, mean('y') - (width * box[3]) / box[2] / 2, width, 0]);
}

/** Moves the map to the choices when it shows none of their cells, or to what they are about when they lie nowhere. */
function bringChoices() {
  if (!view.mine || replay !== null || pointers.size) return;
  const known = (names) => names.map((name) => cells.get(name)).filter(Boolean);
  const marked = known(view.choices.map(({ spot }) => spot.to ?? spot.from));
  const about = marked.length ? marked : known(view.focus.flatMap((layer) => (['moving', 'target'].includes(layer.class) ? layer.cells : [])));
  const [left, top, width, height] = box;
  const isSeen = ({ x, y }) => x > left && x < left + width && y > top && y < top + height;
  if (!about.length || about.some(isSeen)) return;
  const mean = (key) => about.reduce((sum, cell) => sum + cell[key], 0) / about.length;
  const [x, y] = [mean('x'), mean('y')];
  const [nearest] = about.toSorted((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y));
  setBox([nearest.x - width / 2, nearest.y - height / 2, width, height]);
}

function zoom(factor, x = box[0] + box[2] / 2, y = box[1] + box[3] / 2) {
  const [left, top, width, height] = box;
  setBox([x - (x - left) * factor, y - (y - top) * factor, width * factor, height * factor]);
}

const ground = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());

function nearest({ x, y }) {
  if (squares) return pointed(x, y);
  let best = null;
  let least = 41 * 41;
  for (const [name, cell] of cells) {
    const distance = (cell.x - x) ** 2 + (cell.y - y) ** 2;
    if (distance < least) { least = distance; best = name; }
  }
  return best;
}

function point(name, follow) {
  if (name !== cursor) $('about').classList.remove('open');
  cursor = name;
  drawCursor();
  clearTimeout(reading);
  reading = setTimeout(readHex, 150);
  if (ruler && name) measureTo(name);
  const cell = cells.get(name);
  if (!follow || !cell) return;
  const [left, top, width, height] = box;
  const margin = (80 * width) / (frame.getBoundingClientRect().width || 1);
  if (cell.x < left + margin || cell.x > left + width - margin || cell.y < top + margin || cell.y > top + height - margin) {
    setBox([cell.x - width / 2, cell.y - height / 2, width, height]);
  }
}

const pointers = new Map();
let dragged = false;
let pressed = null;
let carried = null; // what the mouse carries: the choices that pick it up, and where it was taken

/** The choices that a drag from a place of the window picks up: a counter of an open fan, or all of the stack that may move. */
function liftable(event) {
  if (event.pointerType !== 'mouse' || replay !== null || !view?.mine || ruler) return null;
  const unit = event.target.closest?.('.in-fan')?.dataset.unit;
  const name = unit ? shown.counters.find(({ id }) => id === unit)?.place : nearest(ground(event));
  const here = name ? choicesAt(name).filter((choice) => does(choice, 'lifts') && (!unit || choice.spot.unit === unit)) : [];
  return here.length ? { choices: here, from: name } : null;
}

/** Puts down what was carried: it moves there if it may, and is put back if not. */
async function drop(event) {
  const { choices, from } = carried;
  carried = null;
  map.classList.remove('carrying');
  const name = nearest(ground(event));
  if (!name || name === from) return;
  await pickUp(choices);
  const moves = view.choices.filter((choice) => choice.spot.to === name || (does(choice, 'goes') && liesAt(choice, name)));
  if (moves.length === 1) { point(name); await actAt(moves[0], name); return; }
  if (moves.length > 1) { offer(name, moves); return; }
  company = [];
  await explain(name);
  // Why it cannot go there is told of the unit in hand, and stays to be read when it has been put down.
  const told = [...$('message').childNodes];
  if (opened && view.undo && await undo() && told.length) note(...told);
}

map.addEventListener('pointerdown', (event) => {
  hideMenu();
  settle();
  pressed = event.target.closest?.('.in-fan')?.dataset.unit ?? null;
  pointers.set(event.pointerId, event);
  dragged = pointers.size > 1;
  carried = null;
});
map.addEventListener('pointermove', (event) => {
  const last = pointers.get(event.pointerId);
  if (!last) return hover(event);
  const others = [...pointers.values()].filter((other) => other.pointerId !== event.pointerId);
  if (others.length) {
    const [other] = others;
    const before = Math.hypot(last.clientX - other.clientX, last.clientY - other.clientY);
    const after = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
    if (after > 0) { const middle = ground({ clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 }); zoom(before / after, middle.x, middle.y); }
  } else {
    const [dx, dy] = [event.clientX - last.clientX, event.clientY - last.clientY];
    if (!dragged && Math.hypot(dx, dy) < 6) return;
    if (!dragged) {
      map.setPointerCapture(event.pointerId);
      carried = liftable(last);
      map.classList.toggle('carrying', carried !== null);
    }
    dragged = true;
    if (carried) {
      const name = nearest(ground(event));
      if (name) point(name);
    } else pan(dx, dy);
  }
  pointers.set(event.pointerId, event);
});
function release(event) {
  const known = pointers.delete(event.pointerId);
  settle();
  if (event.type !== 'pointerup' || !known || pointers.size) return;
  if (dragged) {
    dragged = false;
    if (carried) drop(event);
    return;
  }
  if (!shown || isEcho(event)) return;
  if (pressed) {
    const owner = shown.counters.find((counter) => counter.id === pressed);
    if (owner) { point(owner.place); choose(owner.place, pressed); }
    return;
  }
  const name = nearest(ground(event));
  if (!name) return;
  if (ruler) { cursor = name; drawCursor(); markRuler(name, event.pointerType === 'touch'); return; }
  point(name);
  if (event.pointerType === 'touch') openFan(name);
  choose(name);
}
map.addEventListener('pointerup', release);
map.addEventListener('pointercancel', release);
map.addEventListener('wheel', (event) => {
  event.preventDefault();
  const { x, y } = ground(event);
  zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, x, y);
}, { passive: false });
map.addEventListener('pointerleave', () => { clearTimeout(hovering); closeFan(); });

let hovering = 0;
let hovered = null;
function hover(event) {
  if (!shown || event.pointerType === 'touch') return;
  if (event.target.closest?.('#fan')) return;
  const name = nearest(ground(event));
  if (name === hovered) return;
  hovered = name;
  clearTimeout(hovering);
  if (fan && fan !== name) closeFan();
  if (!name) return;
  point(name);
  if (ruler) return;
  hovering = setTimeout(() => {
    openFan(name);
    if (replay === null && view.mine && choicesAt(name).some((choice) => does(choice, 'fights'))) preview(name);
    else if (replay === null) drawFight(fightAtHand());
  }, 180);
}

async function preview(name) {
  try {
    const { odds } = await ask(`${base}/odds?cell=${encodeURIComponent(name)}`);
    if (hovered === name && odds && replay === null) drawFight(odds);
  } catch (error) {
    say(error.message);
  }
}

let weighed = null; // the fight that waits to be confirmed: its cell, and its odds once they are known

/** The odds that are shown while nothing is pointed at: of what waits to be confirmed, or of the fight at hand. */
const fightAtHand = () => weighed?.odds ?? view.fight;

/** Shows the odds of a fight that waits to be confirmed, however it was chosen. */
async function weigh(name) {
  const mine = { name, odds: null };
  weighed = mine;
  try {
    const { odds } = await ask(`${base}/odds?cell=${encodeURIComponent(name)}`);
    if (weighed !== mine || !odds || replay !== null) return;
    mine.odds = odds;
    $('panel').classList.add('weighs');
    drawFight(odds);
    const [card, pane] = [$('fight'), $('pane-choices')];
    pane.scrollTop += card.getBoundingClientRect().top - pane.getBoundingClientRect().top;
  } catch (error) {
    say(error.message);
  }
}

/** Puts away the odds of what is no longer to be confirmed. */
function unweigh() {
  const { name } = weighed ?? {};
  weighed = null;
  $('panel').classList.remove('weighs');
  if (name && name !== hovered) drawFight(replay === null ? view.fight : null);
}

// A box beside the map that has no room for all its lines opens by a click, and closes by another.
for (const box of [$('legend'), $('about')]) {
  box.addEventListener('click', (event) => {
    if (event.target.closest('button') || !(box.classList.contains('open') || box.classList.contains('cut'))) return;
    box.classList.toggle('open');
    markCut(box);
  });
}
