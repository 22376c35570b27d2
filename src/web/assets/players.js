// Who plays a new game, and its beginning: what the start page and the page of forces share.
'use strict';
const form = document.getElementById('begin');
const problem = document.getElementById('problem');

/** Shows the opponents of the sides that the computer plays: those of the game, with their strength in it. */
function showOpponents() {
  const seats = form.seats.value;
  const [game] = form.scenario.value.split(' ');
  for (const label of document.querySelectorAll('.opponent')) {
    const side = label.dataset.side;
    const played = seats === 'both' || seats === side;
    const [choice] = form[side].selectedOptions;
    label.hidden = played || (label.classList.contains('thinking') && choice.dataset.thinks === undefined);
  }
  for (const option of document.querySelectorAll('option[data-elo]')) {
    const strengths = new Map(option.dataset.elo.split(' ').map((one) => one.split('=')));
    option.hidden = option.disabled = !strengths.has(game);
    option.textContent = strengths.get(game) ? t('{opponent} ({elo} Elo)', { opponent: option.dataset.words, elo: strengths.get(game) }) : option.dataset.words;
    if (option.disabled && option.selected) option.parentElement.value = 'level8';
  }
}
form.addEventListener('change', showOpponents);
showOpponents();
// A browser that goes back restores what was chosen after the scripts have run.
window.addEventListener('pageshow', () => form.dispatchEvent(new Event('change')));

/** Who plays a side, with the time that was asked for. */
function opponent(side) {
  const [choice] = form[side].selectedOptions;
  const time = form[`${side}-time`].value;
  return time && choice.dataset.thinks !== undefined ? `mcts:${time}` : choice.value;
}

/** Begins the game that the form describes, with what else it needs, and goes to its board. */
async function begin(more = {}) {
  problem.textContent = '';
  const [game, scenario] = form.scenario.value.split(' ');
  const seats = form.seats.value;
  const player = (side) => (seats === 'both' || seats === side ? 'human' : opponent(side));
  const agreed = [...document.querySelectorAll('.about:not([hidden]) input[name="option"]:checked')].map(({ value }) => `+${value}`);
  const wanted = { game, scenario: scenario + agreed.join(''), axis: player('axis'), soviet: player('soviet'), ...more };
  if (form.seed.value.trim()) wanted.seed = Number(form.seed.value);
  try {
    location.href = (await ask('/games', wanted)).page;
  } catch (error) {
    problem.textContent = error.message;
  }
}
