// The start page: begins games and loads records.
'use strict';
const form = document.getElementById('begin');
const problem = document.getElementById('problem');

function showOpponents() {
  const seats = form.seats.value;
  for (const label of document.querySelectorAll('.opponent')) {
    const side = label.dataset.side;
    label.hidden = seats === 'both' || seats === side;
  }
}
form.seats.addEventListener('change', showOpponents);
showOpponents();

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  problem.textContent = '';
  const [game, scenario] = form.scenario.value.split(' ');
  const seats = form.seats.value;
  const player = (side) => (seats === 'both' || seats === side ? 'human' : form[side].value);
  const wanted = { game, scenario, axis: player('axis'), soviet: player('soviet') };
  if (form.seed.value.trim()) wanted.seed = Number(form.seed.value);
  try {
    location.href = (await ask('/games', wanted)).page;
  } catch (error) {
    problem.textContent = error.message;
  }
});

document.getElementById('file').addEventListener('change', async (event) => {
  const says = document.getElementById('import-problem');
  says.textContent = '';
  const [file] = event.target.files;
  if (!file) return;
  try {
    if (file.size > 1 << 20) throw new Error('the file is too large for a record');
    location.href = (await ask('/games/import', { record: await file.text() })).page;
  } catch (error) {
    says.textContent = error.message;
  }
});
