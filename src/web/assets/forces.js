// The page on which forces are built: counts units and asks the server for its judgement.
'use strict';
const builder = document.getElementById('builder');
const battle = document.getElementById('battle');
const ready = document.getElementById('ready');
const start = form.querySelector('button.main');
const sections = [...builder.querySelectorAll('.force')];
const inputs = [...builder.querySelectorAll('input[data-unit]')];
/** Where the lists are kept while this window is open. */
const KEPT = `forces ${builder.dataset.game}`;
/** The most that one entry of a list takes. */
const MOST = 20;
/** Number of the last question, so that an earlier answer that comes late is passed over. */
let asked = 0;

/** How many of a unit are chosen. */
function count(input) {
  return Math.min(Math.max(Math.trunc(Number(input.value)) || 0, 0), MOST);
}

/** The units of a side as a list. */
function listOf(section) {
  const chosen = inputs.filter((input) => section.contains(input) && count(input) > 0);
  return chosen.map((input) => (count(input) > 1 ? `${input.dataset.unit}*${count(input)}` : input.dataset.unit)).join(' ');
}

/** Puts a list in the place of the one of a side. */
function setList(section, list) {
  const numbers = new Map(list.split(' ').filter(Boolean).map((entry) => entry.split('*')).map(([unit, number]) => [unit, Number(number ?? 1)]));
  for (const input of inputs) if (section.contains(input)) input.value = numbers.get(input.dataset.unit) ?? 0;
}

/** Both lists with their mission. */
function lists() {
  const [axis, soviet] = sections.map(listOf);
  return { mission: form.scenario.value.split(' ')[1], year: Number(form.year.value), axis, soviet };
}

/** Shows an option, or takes it out of its list. */
function offer(option, isOffered) {
  option.hidden = option.disabled = !isOffered;
}

/** Chooses the first option that is offered if the one that is chosen is not. */
function settle(select) {
  if (!select.selectedOptions[0] || select.selectedOptions[0].disabled) select.value = [...select.options].find((option) => !option.disabled)?.value ?? '';
}

/** Shows the missions of the roles, and the ready forces and units of the year. */
function showStock() {
  for (const option of form.scenario.options) offer(option, option.dataset.battle === battle.value);
  settle(form.scenario);
  const roles = battle.value.split(' ');
  const year = Number(form.year.value);
  document.getElementById('about-mission').textContent = form.scenario.selectedOptions[0].dataset.about;
  sections.forEach((section, side) => {
    const select = section.querySelector('.ready');
    for (const option of select.options) offer(option, option.dataset.role === roles[side] && Number(option.dataset.year) === year);
    settle(select);
    select.disabled = section.querySelector('.load').disabled = select.value === '';
  });
  showUnits();
}

/** Shows the units of the year, and those that are chosen all the same; and how many are chosen of each kind. */
function showUnits() {
  const year = Number(form.year.value);
  for (const group of builder.querySelectorAll('.group')) {
    let chosen = 0;
    for (const line of group.querySelectorAll('li')) {
      const number = count(line.querySelector('input'));
      chosen += number;
      line.hidden = number === 0 && (year < Number(line.dataset.first) || year > Number(line.dataset.last));
      line.classList.toggle('chosen', number > 0);
    }
    group.querySelector('.chosen').textContent = chosen || '';
    group.hidden = [...group.querySelectorAll('li')].every((line) => line.hidden);
  }
}

/** Shows what the server says of the list of a side. */
function showJudgement(section, told) {
  const [least, most] = told.span;
  const meter = section.querySelector('meter');
  Object.assign(meter, { max: Math.ceil(most * 1.15), low: least, high: most, optimum: (least + most) / 2, value: told.points });
  section.querySelector('.total').textContent = told.total;
  const isValid = told.problems.length === 0;
  section.classList.toggle('valid', isValid);
  section.querySelector('.verdict').textContent = isValid ? t('may be played') : t('may not be played yet');
  section.querySelector('.problems').replaceChildren(...told.problems.map((words) => make('li', {}, words)));
  section.querySelector('.parts').replaceChildren(...told.parts.map(({ words, valid }) => make('li', { class: valid ? 'good' : 'bad' }, words)));
  for (const input of inputs) if (section.contains(input)) input.setAttribute('aria-invalid', told.wrong.includes(input.dataset.unit));
  section.querySelector('.command').textContent = told.command;
  section.querySelector('.download').href = `data:text/plain;charset=utf-8,${encodeURIComponent(`${listOf(section)}\n`)}`;
}

/** Asks the server what it says of both lists, and shows a remark on what was typed. */
async function judge(remark = '') {
  const mine = ++asked;
  const wanted = lists();
  sessionStorage.setItem(KEPT, JSON.stringify({ ...wanted, battle: battle.value }));
  start.disabled = true;
  delete document.body.dataset.judged;
  try {
    const told = await ask(`/forces/${builder.dataset.game}/check`, wanted);
    if (mine !== asked) return;
    sections.forEach((section, side) => showJudgement(section, told.sides[side]));
    start.disabled = !told.valid;
    ready.textContent = told.valid ? '' : told.problem ?? t('Both forces have to be such that they may be played.');
    problem.textContent = remark;
  } catch (error) {
    if (mine !== asked) return;
    problem.textContent = error.message;
  }
  document.body.dataset.judged = 'yes';
}

/** Something was chosen. */
function changed() {
  showStock();
  judge();
}

for (const select of [battle, form.scenario, form.year]) select.addEventListener('change', changed);
for (const input of inputs) {
  const step = (by) => () => {
    input.value = Math.min(Math.max(count(input) + by, 0), MOST);
    showUnits();
    judge();
  };
  const stepper = input.parentElement;
  stepper.querySelector('.fewer').addEventListener('click', step(-1));
  stepper.querySelector('.more').addEventListener('click', step(1));
  input.addEventListener('focus', () => input.select());
  input.addEventListener('input', () => judge());
  input.addEventListener('change', () => {
    const [typed, taken] = [input.value.trim(), String(count(input))];
    input.value = taken;
    showUnits();
    judge(typed === taken ? '' : t('How many of a unit is a whole number from 0 to {most}; it is {taken} now.', { most: MOST, taken }));
  });
}
for (const section of sections) {
  const put = (list) => {
    setList(section, list);
    showUnits();
    judge();
  };
  section.querySelector('.load').addEventListener('click', () => put(section.querySelector('.ready').value));
  section.querySelector('.clear').addEventListener('click', () => put(''));
}
form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (start.disabled) return;
  const { year, axis, soviet } = lists();
  begin({ forces: { year, axis, soviet } });
});

const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
if (kept) {
  battle.value = kept.battle;
  form.scenario.value = `${builder.dataset.game} ${kept.mission}`;
  form.year.value = kept.year;
  sections.forEach((section) => setList(section, kept[section.dataset.side]));
}
// The mission that the start page names comes before the one that was kept; from then on the page keeps its own.
const named = new URLSearchParams(location.search).get('mission');
const mission = [...form.scenario.options].find(({ value }) => value === `${builder.dataset.game} ${named}`);
if (mission) {
  battle.value = mission.dataset.battle;
  form.scenario.value = mission.value;
}
if (!kept) form.year.value = form.scenario.selectedOptions[0].dataset.year;
if (named !== null) history.replaceState(null, '', location.pathname);
if (matchMedia('(max-width: 760px)').matches) for (const group of builder.querySelectorAll('.group')) group.open = false;
changed();
