// A table that is measured: squares in place of hexes, models with facings, and a ruler. It is loaded where the cells are squares alone.
'use strict';

// ---- bases and models --------------------------------------------------------------------------------

/** A base with figures, or a model seen from above that looks where it faces. */
function piece(counter, all) {
  const half = PLATE / 2;
  const turn = counter.facing === undefined ? undefined : `rotate(${counter.facing})`;
  if (counter.shape === 'model') all.append(svg('use', { href: `#${counter.symbol}`, class: counter.plate, transform: turn }));
  else {
    if (turn) all.append(svg('path', { d: `M-6 ${-half}L0 ${-half - 7}L6 ${-half}z`, class: 'nose', transform: turn }));
    all.append(svg('rect', { x: -half, y: -half, width: PLATE, height: PLATE, rx: 15, class: `plate ${counter.plate}` }));
    all.append(svg('use', { href: `#${counter.symbol}`, y: -6 }));
  }
  return all;
}

/** Letter and strength of a base or a model, and what lies beside it. */
function labelled(counter, all) {
  const half = PLATE / 2;
  // A model has its letter at its right lower corner.
  const beside = counter.shape === 'model';
  all.append(svg('text', { x: beside ? half - 6 : 0, y: beside ? half - 2 : half - 9, class: 'value' }, counter.values));
  (counter.badges ?? []).forEach(({ class: kind, text }, index) => {
    const x = -half + 4 + 16 * index;
    all.append(svg('rect', { x: x - 7.5, y: -half - 5, width: 15, height: 15, class: `badge-face ${kind}` }));
    all.append(svg('text', { x, y: -half + 6.2, class: `badge-text ${kind}` }, text));
  });
}

// ---- squares -----------------------------------------------------------------------------------------

/** The cells that follow from the rule, by name. */
function squareCells({ columns, rows, left, top, pitch }) {
  const two = (number) => String(number + 1).padStart(2, '0');
  const cell = (column, row) => { const name = two(column) + two(row); return [name, { name, x: left + (column + 0.5) * pitch, y: top + (row + 0.5) * pitch, label: name, column, row }]; };
  return Array.from({ length: columns * rows }, (_, at) => cell(at % columns, Math.floor(at / columns)));
}

const squareAt = (column, row) => (column < 0 || row < 0 || column >= squares.columns || row >= squares.rows ? null : `${String(column + 1).padStart(2, '0')}${String(row + 1).padStart(2, '0')}`);

/** The square at a point. What is covered by a counter belongs to it, even past the edge of the table, unless something can be chosen in
    the very square. */
function pointed(x, y) {
  const name = squareAt(Math.floor((x - squares.left) / squares.pitch), Math.floor((y - squares.top) / squares.pitch));
  if (!shown || (name && !ruler && replay === null && choicesAt(name).some(({ spot }) => !spot.area))) return name;
  const half = PLATE / 2;
  const far = ({ place }) => { const cell = cells.get(place); return cell ? Math.max(Math.abs(cell.x - x), Math.abs(cell.y - y)) : Infinity; };
  const covering = shown.counters.filter((counter) => far(counter) <= half).sort((a, b) => far(a) - far(b));
  return covering[0]?.place ?? name;
}

/** Squares that are shown in one way, as one shape: there may be thousands of them. */
function squareArea(names, kind) {
  const all = new Set(names.filter((name) => cells.has(name)));
  if (!all.size) return [];
  const { pitch } = squares;
  const [fill, rim] = [[], []];
  for (const name of all) {
    const { x, y, column, row } = cells.get(name);
    const [left, top] = [x - pitch / 2, y - pitch / 2];
    const has = (across, down) => all.has(squareAt(column + across, row + down));
    // A run of squares in a row is filled at once.
    if (!has(-1, 0)) { let run = 1; while (has(run, 0)) run += 1; fill.push(`M${left} ${top}h${run * pitch}v${pitch}h${-run * pitch}z`); }
    if (!has(0, -1)) rim.push(`M${left} ${top}h${pitch}`);
    if (!has(0, 1)) rim.push(`M${left} ${top + pitch}h${pitch}`);
    if (!has(-1, 0)) rim.push(`M${left} ${top}v${pitch}`);
    if (!has(1, 0)) rim.push(`M${left + pitch} ${top}v${pitch}`);
  }
  return [svg('path', { d: fill.join(''), class: `${kind} area-fill` }), svg('path', { d: rim.join(''), class: `${kind} area-rim` })];
}

/** The choices where cells are squares: those of a kind as one shape, whole areas as rectangles. */
function drawLegalSquares(faint, under, over) {
  const sets = new Map();
  for (const { spot } of view.choices) {
    const name = spot.to ?? spot.from;
    if (!name || !cells.has(name)) continue;
    if (spot.area) {
      const [a, b] = spot.area.map((corner) => cells.get(corner));
      const half = squares.pitch / 2;
      over.push(svg('rect', { x: a.x - half + 1, y: a.y - half + 1, width: b.x - a.x + squares.pitch - 2, height: b.y - a.y + squares.pitch - 2, class: 'legal-target' }));
      continue;
    }
    const kind = spot.to ? `to${spot.harms ? ' harms' : ''}` : 'from';
    if (!sets.has(kind)) sets.set(kind, []);
    sets.get(kind).push(name);
  }
  const isHeld = new Set(shown.counters.map(({ place }) => place));
  for (const [kind, names] of sets) {
    const harm = kind.endsWith('harms') ? ' harms' : '';
    // Around a counter a frame is seen, in the ground a shape.
    const held = names.filter((name) => isHeld.has(name));
    const free = names.filter((name) => !isHeld.has(name));
    if (kind !== 'from') under.push(...area(free, `legal-wash${faint}${harm}`));
    if (kind !== 'from') over.push(...area(free, `legal-target${faint}${harm}`));
    const half = PLATE / 2 + 2;
    over.push(...held.map((name) => cells.get(name)).map(({ x, y }) => svg('rect', { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 16, class: kind === 'from' ? 'legal-unit' : `legal-target${harm}` })));
  }
}

// ---- measuring ---------------------------------------------------------------------------------------

let measuring = 0;

/** Begins to measure from the cell under the cursor, or leaves off. A finger has no cursor: its first tap says where from. */
function toggleRuler(event) {
  const isTouch = event?.pointerType === 'touch';
  ruler = ruler ? null : { from: null };
  $('measure').setAttribute('aria-pressed', String(ruler !== null));
  map.classList.toggle('measures', ruler !== null);
  // Its height stays while one measures, or the map would move with every cell.
  $('legend').classList.toggle('still', ruler !== null);
  if (!ruler) { clearRuler(); drawOverlay(); return; }
  tell(isTouch ? TAPS : t('Measuring: a click, or Enter, sets where from. The key m leaves off.'));
  if (cursor && !isTouch) setRuler(cursor);
}

const TAPS = t('Measuring: tap where from, then where to. A tap on the first cell begins anew; the button leaves off.');

/** Takes away what has been measured. */
function clearRuler() {
  measuring += 1;
  $('measured').replaceChildren();
  drawFight(replay === null ? view.fight : null);
}

/** A cell was clicked or tapped while one measures. The mouse measures to where it points, so its click sets where from; of two taps the
    second says where to, and one on the first cell begins anew. */
function markRuler(name, isTouch) {
  if (!isTouch || !ruler.from) setRuler(name);
  else if (name !== ruler.from) measureTo(name);
  else {
    ruler.from = null;
    clearRuler();
    tell(TAPS);
  }
}

/** Sets where it is measured from, and shows what is seen from there. */
function setRuler(name) {
  ruler.from = name;
  measureTo(name);
}

/** A sample of how a layer or a line is drawn, for the legend. */
function sample({ class: kind, radius }, isLine) {
  const drawn = isLine ? 'M1 7h28' : radius ? 'M1 13a14 12 0 0 1 28 0' : 'M1.5 1.5h27v11h-27z';
  return svg('svg', { class: 'sample', viewBox: '0 0 30 14', 'aria-hidden': 'true' }, svg('path', { d: drawn, class: kind }));
}

/** Asks for everything that can be measured from where the ruler lies to a cell. */
async function measureTo(name) {
  if (!ruler?.from || replay !== null) return;
  measuring += 1;
  const mine = measuring;
  try {
    const { measured } = await ask(`${base}/measure?from=${ruler.from}&to=${encodeURIComponent(name)}`);
    if (mine !== measuring || !ruler || !measured) return;
    $('measured').replaceChildren(...overlayParts(measured.overlay));
    tell(...measured.lines.map((line) => make('span', {}, line)), ...overlayKeys(measured.overlay));
    drawFight(measured.odds ?? view.fight);
  } catch (error) {
    say(error.message);
  }
}

$('measure').addEventListener('click', toggleRuler);
