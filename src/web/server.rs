//! What the server answers. Every answer about a game comes from [`Play`]; nothing here knows a rule.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, FromRequest, Json, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::middleware::Next;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream::{Stream, StreamExt as _, unfold};
use maud::Markup;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use stavka_engine::{GameName, Side, with_game};
use stavka_words::{Language, speaking, tr};
use tokio::sync::{Semaphore, watch};
use tower_http::compression::CompressionLayer;

use super::board::{BoardCommand, Play, Refusal, StandingAnswer, StatusEvent, Stops};
use super::forces;
use super::games::{self, Games, LARGEST_RECORD, NewGame, seed_from_clock};
use super::guard::{self, Door};
use super::pages;
use crate::exit::shortened;
use crate::render::builder::{ForceBuilder, ForceLists};
use crate::render::theme::Theme as _;

/// Largest body of an ordinary request.
const LARGEST_WISH: usize = 4096;
/// How long a request may take to send its body, from the first byte to the last.
const BODY_LIMIT: Duration = Duration::from_secs(10);
/// Most of a body that is too large, in bytes, that is taken all the same, so that whoever sends it comes to read why it is refused.
const LARGEST_PASSED: usize = 16 << 20;
/// Where records are sent to.
const IMPORT: &str = "/games/import";
/// Requests that are worked on at a time; the others wait.
const AT_WORK: usize = 8;
/// Pages that may listen at a time.
const LISTENERS: usize = 256;
/// Searches for hints at a time.
const ADVISERS: usize = 1;

/// The cookie of the language that was chosen on a page.
const LANGUAGE_COOKIE: &str = "stavka-language";

tokio::task_local! {
    /// The language of the request that a task answers.
    static ASKED_IN: Language;
}

/// The language of the request that this task answers.
fn asked_language() -> Language {
    ASKED_IN.try_with(|language| *language).unwrap_or_default()
}

/// Tells something in the language of the request.
fn told<T>(tell: impl FnOnce() -> T) -> T {
    speaking(asked_language(), tell)
}

/// Answers a request in its language: that of the cookie, else that of the command, else the browser's, else the environment's.
async fn in_its_language(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let language = language_of(request.headers(), app.language);
    ASKED_IN.scope(language, next.run(request)).await
}

fn language_of(headers: &HeaderMap, commanded: Option<Language>) -> Language {
    let header = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let cookie = header(header::COOKIE).split(';').find_map(|one| one.trim().strip_prefix(LANGUAGE_COOKIE)?.strip_prefix('='));
    let chosen = cookie.and_then(Language::of_tag).or(commanded);
    chosen.or_else(|| Language::of_header(header(header::ACCEPT_LANGUAGE))).unwrap_or_else(Language::of_environment)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spoken {
    language: String,
}

/// Remembers the language that was chosen on a page, for every page of this browser.
async fn choose_language(Wish(wanted): Wish<Spoken>) -> Result<Response, Refused> {
    let unknown = || Refused(StatusCode::BAD_REQUEST, told(|| tr!("{language} is not spoken here", language = wanted.language)));
    let language = Language::of_tag(&wanted.language).ok_or_else(unknown)?;
    let cookie = format!("{LANGUAGE_COOKIE}={}; Path=/; Max-Age=31536000; SameSite=Strict", language.tag());
    Ok(([(header::SET_COOKIE, cookie)], Json(json!({}))).into_response())
}

/// What every answer may use.
#[derive(Clone)]
pub(super) struct AppState {
    games: Arc<Games>,
    /// The language that the command was told to speak.
    language: Option<Language>,
    at_work: Arc<Semaphore>,
    listeners: Arc<Semaphore>,
    advisers: Arc<Semaphore>,
}

/// A refusal as an answer.
struct Refused(StatusCode, String);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": shortened(&self.1) }))).into_response()
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Stale => Refused(StatusCode::CONFLICT, told(|| tr!("the game has gone on; the page shows it now").into())),
            Refusal::Denied(words) => Refused(StatusCode::UNPROCESSABLE_ENTITY, words),
            Refusal::Senseless(words) => Refused(StatusCode::BAD_REQUEST, words),
            Refusal::Busy(words) => Refused(StatusCode::SERVICE_UNAVAILABLE, words),
        }
    }
}

type Answer = Result<Json<Value>, Refused>;

/// What a page sends, as JSON; what is something else is refused in words of ours.
struct Wish<T>(T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Wish<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        let read = Json::<T>::from_request(request, state).await;
        read.map(|Json(wish)| Wish(wish)).map_err(|rejection| {
            let words = match rejection.status() {
                StatusCode::UNSUPPORTED_MEDIA_TYPE => told(|| tr!("expected a body of JSON").into()),
                _ => told(|| tr!("this request is not understood: {error}", error = rejection.body_text())),
            };
            Refused(rejection.status(), words)
        })
    }
}

/// Takes the body of a request whole, in the time that a body has and up to the size that it may have.
async fn whole_body(request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let most = if head.uri.path() == IMPORT { LARGEST_RECORD } else { LARGEST_WISH };
    let declared = head.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    let mut parts = body.into_data_stream();
    let reading = async {
        if declared.is_some_and(|declared| declared > LARGEST_PASSED) {
            return Err(StatusCode::PAYLOAD_TOO_LARGE);
        }
        let (mut whole, mut size) = (Vec::new(), 0);
        while let Some(part) = parts.next().await {
            let part = part.map_err(|_| StatusCode::BAD_REQUEST)?;
            size += part.len();
            match size {
                _ if size > LARGEST_PASSED => break,
                _ if size > most => whole = Vec::new(),
                _ => whole.extend_from_slice(&part),
            }
        }
        if size > most { Err(StatusCode::PAYLOAD_TOO_LARGE) } else { Ok(whole) }
    };
    let read = tokio::time::timeout(BODY_LIMIT, reading).await.unwrap_or(Err(StatusCode::REQUEST_TIMEOUT));
    match read {
        Ok(whole) => next.run(Request::from_parts(head, Body::from(whole))).await,
        Err(status) => {
            let words = match status {
                StatusCode::PAYLOAD_TOO_LARGE => told(|| tr!("this is larger than {size} bytes, the most that is taken", size = most)),
                StatusCode::REQUEST_TIMEOUT => told(|| tr!("the request took too long to arrive").into()),
                _ => told(|| tr!("the request did not arrive whole").into()),
            };
            ([(header::CONNECTION, "close")], Refused(status, words)).into_response()
        }
    }
}

/// The server's paths, and what it answers when there are too many connections.
pub(super) fn router(games: Arc<Games>, door: Door, language: Option<Language>) -> [Router; 2] {
    let app = AppState {
        games,
        language,
        at_work: Arc::new(Semaphore::new(AT_WORK)),
        listeners: Arc::new(Semaphore::new(LISTENERS)),
        advisers: Arc::new(Semaphore::new(ADVISERS)),
    };
    let about_the_visitor = |router: Router<AppState>| {
        router
            .layer(axum::middleware::from_fn_with_state(app.clone(), in_its_language))
            .layer(axum::middleware::from_fn_with_state(door, guard::check))
            // Whoever watches over a service calls it by any name, and learns nothing about the games.
            .route("/health", get(health))
            .with_state(app.clone())
    };
    let whole = Router::new()
        .route("/", get(start))
        .route("/games", post(begin))
        .route(IMPORT, post(import))
        .route("/game/{id}", get(page))
        .route("/game/{id}/ground", get(ground))
        .route("/game/{id}/view", get(view))
        .route("/game/{id}/events", get(events))
        .route("/game/{id}/wish", post(command))
        .route("/game/{id}/hint", post(hint))
        .route("/game/{id}/proposal", post(proposal))
        .route("/game/{id}/why", get(why))
        .route("/game/{id}/odds", get(odds))
        .route("/game/{id}/fewest", get(fewest))
        .route("/game/{id}/hex", get(hex_card))
        .route("/game/{id}/tables", get(tables))
        .route("/game/{id}/overlay", get(overlay))
        .route("/game/{id}/counter", get(counter))
        .route("/game/{id}/measure", get(measure))
        .route("/game/{id}/log", get(log))
        .route("/game/{id}/at/{at}", get(at))
        .route("/game/{id}/branch", post(branch))
        .route("/game/{id}/pace", post(pace))
        .route("/game/{id}/record", get(record))
        .route("/game/{id}/review", get(review_page))
        .route("/game/{id}/judgement", get(judgement))
        .route("/rules/{game}", get(rules))
        .route("/forces/{game}", get(forces_page))
        .route("/forces/{game}/check", post(check_forces))
        .route("/assets/{name}", get(pages::asset))
        .route("/language", post(choose_language))
        .fallback(|| async { (StatusCode::NOT_FOUND, told(|| tr!("there is nothing here"))) })
        .layer(DefaultBodyLimit::disable())
        .layer(axum::middleware::from_fn(whole_body))
        .layer(CompressionLayer::new());
    [about_the_visitor(whole), about_the_visitor(Router::new().fallback(crowded))]
}

/// The answer while there are too many connections.
async fn crowded() -> Response {
    let words = told(|| tr!("too many connections; try again in a moment").into());
    ([(header::CONNECTION, "close")], Refused(StatusCode::SERVICE_UNAVAILABLE, words)).into_response()
}

impl AppState {
    /// Runs work that may wait for a lock or for a file away from the threads that listen.
    async fn work<T: Send + 'static>(&self, work: impl FnOnce(&Games) -> T + Send + 'static) -> Result<T, Refused> {
        let _place = self.at_work.acquire().await.expect("the semaphore is never closed");
        let games = Arc::clone(&self.games);
        let language = asked_language();
        let done = tokio::task::spawn_blocking(move || speaking(language, || work(&games))).await;
        done.map_err(|_| {
            Refused(StatusCode::INTERNAL_SERVER_ERROR, told(|| tr!("the server failed at this; the game is as it was").into()))
        })
    }

    async fn board(&self, id: String) -> Result<Arc<dyn Play>, Refused> {
        let found = self.work(move |games| games.get(&id)).await?;
        match found {
            Ok(Some(board)) => Ok(board),
            Ok(None) => Err(Refused(StatusCode::NOT_FOUND, told(|| tr!("there is no such game").into()))),
            Err(error) => Err(Refused(StatusCode::UNPROCESSABLE_ENTITY, told(|| games::told(&error)))),
        }
    }

    /// Asks a game for what a page will show. Whatever the answer tells has been saved before it is given; if it cannot
    /// be saved, the view says why.
    async fn show(&self, id: String, question: impl FnOnce(&dyn Play) -> Result<Value, Refusal> + Send + 'static) -> Answer {
        let board = self.board(id.clone()).await?;
        let shown = self.work(move |games| {
            let answer = question(&*board);
            games.save(&id);
            answer.map(|view| (view, games.trouble(&id)))
        });
        let (mut view, trouble) = shown.await??;
        view["trouble"] = json!(trouble);
        Ok(Json(view))
    }

    /// Asks a game something.
    async fn ask<T: Send + 'static>(&self, id: String, question: impl FnOnce(&dyn Play) -> T + Send + 'static) -> Result<T, Refused> {
        let board = self.board(id).await?;
        self.work(move |_| question(&*board)).await
    }
}

/// Whether the server answers and can save.
async fn health(State(app): State<AppState>) -> Response {
    let saves = app.games.troubles().is_empty();
    let status = if saves { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let words = if saves { "ok" } else { "games cannot be saved" };
    (status, Json(json!({ "status": words, "version": env!("CARGO_PKG_VERSION") }))).into_response()
}

async fn start(State(app): State<AppState>) -> Result<Response, Refused> {
    let (known, damaged, troubles) = app.work(|games| (games.headlines(), games.damaged(), games.troubles())).await?;
    Ok(Html(told(|| pages::start(&known, &damaged, &troubles)).into_string()).into_response())
}

async fn begin(State(app): State<AppState>, Wish(new): Wish<NewGame>) -> Answer {
    let begun = app.work(move |games| games.begin(&new)).await?;
    placed(begun)
}

async fn import(State(app): State<AppState>, Wish(sent): Wish<Sent>) -> Answer {
    let begun = app.work(move |games| games.import(&sent.record)).await?;
    placed(begun)
}

fn placed(begun: anyhow::Result<String>) -> Answer {
    match begun {
        Ok(id) => Ok(Json(json!({ "id": id, "page": format!("/game/{id}") }))),
        Err(error) => Err(Refused(StatusCode::UNPROCESSABLE_ENTITY, told(|| games::told(&error)))),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    record: String,
}

async fn page(State(app): State<AppState>, Path(id): Path<String>) -> Result<Response, Refused> {
    let name = id.clone();
    match app.ask(id, move |board| board.page(&name)).await {
        Ok(page) => Ok(Html(page).into_response()),
        Err(Refused(status, words)) => Ok((status, Html(told(|| pages::missing(&words)).into_string())).into_response()),
    }
}

async fn ground(State(app): State<AppState>, Path(id): Path<String>) -> Answer {
    Ok(Json(app.ask(id, |board| board.ground()).await?))
}

async fn view(State(app): State<AppState>, Path(id): Path<String>) -> Answer {
    app.show(id, |board| Ok(board.view())).await
}

#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    stops: Stops,
}

async fn events(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refused> {
    let place = Arc::clone(&app.listeners).try_acquire_owned();
    let place = place.map_err(|_| Refused(StatusCode::SERVICE_UNAVAILABLE, told(|| tr!("too many pages are open").into())))?;
    let (mut events, listening): (watch::Receiver<StatusEvent>, _) = app.board(id).await?.events(wanted.stops);
    events.mark_changed();
    let stream = unfold((events, (place, listening)), |(mut events, place)| async move {
        events.changed().await.ok()?;
        let status = events.borrow_and_update().clone();
        let event = Event::default().json_data(&status).unwrap_or_default();
        Some((Ok(event), (events, place)))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
struct CommandRequest {
    version: u64,
    act: Option<String>,
    #[serde(default)]
    undo: bool,
    #[serde(default)]
    redo: bool,
    #[serde(default)]
    rest: bool,
    standing: Option<StandingAnswer>,
}

async fn command(State(app): State<AppState>, Path(id): Path<String>, Wish(sent): Wish<CommandRequest>) -> Answer {
    let command = match (sent.act, sent.standing, sent.undo, sent.redo, sent.rest) {
        (Some(text), None, false, false, false) => BoardCommand::Act(text),
        (None, Some(answer), false, false, false) => BoardCommand::Standing(answer),
        (None, None, true, false, false) => BoardCommand::Undo,
        (None, None, false, true, false) => BoardCommand::Redo,
        (None, None, false, false, true) => BoardCommand::Rest,
        _ => return Err(Refused(StatusCode::BAD_REQUEST, told(|| tr!("expected one of act, standing, undo, redo and rest").into()))),
    };
    app.show(id, move |board| board.command(sent.version, &command)).await
}

/// A question that is waited for. When the page that asked goes away, so does this.
#[derive(Default)]
struct Asking {
    gone: Arc<AtomicBool>,
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.gone.store(true, Ordering::Relaxed);
    }
}

async fn hint(State(app): State<AppState>, Path(id): Path<String>) -> Answer {
    advised(&app, id, |board, gone| board.hint(gone)).await
}

async fn proposal(State(app): State<AppState>, Path(id): Path<String>) -> Answer {
    advised(&app, id, |board, gone| board.proposal(gone)).await
}

/// Asks for advice, which takes its time and must not take the place of ordinary requests.
async fn advised(
    app: &AppState,
    id: String,
    question: impl FnOnce(&dyn Play, &Arc<AtomicBool>) -> Result<Value, Refusal> + Send + 'static,
) -> Answer {
    let board = app.board(id).await?;
    let place = Arc::clone(&app.advisers).acquire_owned().await.expect("the semaphore is never closed");
    let asking = Asking::default();
    let gone = Arc::clone(&asking.gone);
    let language = asked_language();
    let advice = tokio::task::spawn_blocking(move || {
        let advice = speaking(language, || question(&*board, &gone));
        drop(place);
        advice
    });
    let advice = advice.await;
    let advice = advice.map_err(|_| Refused(StatusCode::INTERNAL_SERVER_ERROR, told(|| tr!("the adviser failed").into())))?;
    Ok(Json(advice?))
}

#[derive(Deserialize)]
struct AtCell {
    cell: String,
}

async fn why(State(app): State<AppState>, Path(id): Path<String>, Query(at): Query<AtCell>) -> Answer {
    Ok(Json(app.ask(id, move |board| board.why_not(&at.cell)).await?))
}

async fn odds(State(app): State<AppState>, Path(id): Path<String>, Query(at): Query<AtCell>) -> Answer {
    Ok(Json(app.ask(id, move |board| board.odds(&at.cell)).await?))
}

async fn fewest(State(app): State<AppState>, Path(id): Path<String>) -> Answer {
    Ok(Json(app.ask(id, |board| board.fewest()).await?))
}

async fn hex_card(State(app): State<AppState>, Path(id): Path<String>, Query(at): Query<AtCell>) -> Answer {
    Ok(Json(app.ask(id, move |board| board.hex_card(&at.cell)).await?))
}

async fn tables(State(app): State<AppState>, Path(id): Path<String>) -> Result<Html<String>, Refused> {
    Ok(Html(app.ask(id, |board| board.tables()).await?))
}

#[derive(Deserialize)]
struct Look {
    key: String,
    side: Side,
    at: Option<usize>,
}

async fn overlay(State(app): State<AppState>, Path(id): Path<String>, Query(look): Query<Look>) -> Answer {
    Ok(Json(app.ask(id, move |board| board.overlay(&look.key, look.side, look.at)).await??))
}

#[derive(Deserialize)]
struct OfCounter {
    counter: String,
}

async fn counter(State(app): State<AppState>, Path(id): Path<String>, Query(of): Query<OfCounter>) -> Answer {
    Ok(Json(app.ask(id, move |board| board.counter(&of.counter)).await??))
}

#[derive(Deserialize)]
struct Stretch {
    from: String,
    to: String,
}

async fn measure(State(app): State<AppState>, Path(id): Path<String>, Query(of): Query<Stretch>) -> Answer {
    Ok(Json(app.ask(id, move |board| board.measure(&of.from, &of.to)).await?))
}

async fn log(State(app): State<AppState>, Path(id): Path<String>) -> Answer {
    app.show(id, |board| Ok(board.log())).await
}

async fn at(State(app): State<AppState>, Path((id, at)): Path<(String, usize)>) -> Answer {
    app.show(id, move |board| board.at(at)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Branching {
    at: usize,
    /// Whether the players change sides.
    #[serde(default)]
    swap: bool,
}

async fn branch(State(app): State<AppState>, Path(id): Path<String>, Wish(from): Wish<Branching>) -> Answer {
    let branch = move |board: &dyn Play| {
        let mut record = board.branch(from.at, seed_from_clock())?;
        if from.swap {
            record.players.reverse();
        }
        Ok::<_, Refusal>((record, board.own_files()))
    };
    let (record, own) = app.ask(id, branch).await??;
    let begun = app.work(move |games| games.take_up(&record, own, None)).await?;
    placed(begun)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tempo {
    #[serde(default)]
    paused: bool,
    pace: u64,
    #[serde(default)]
    hurry: bool,
    /// Whether the computer goes on that waits at a fight.
    #[serde(default)]
    on: bool,
}

async fn pace(State(app): State<AppState>, Path(id): Path<String>, Wish(tempo): Wish<Tempo>) -> Answer {
    let set = move |board: &dyn Play| {
        board.set_pace(tempo.paused, tempo.pace);
        if tempo.hurry {
            board.hurry();
        }
        if tempo.on {
            board.go_on();
        }
    };
    app.ask(id, set).await?;
    Ok(Json(json!({})))
}

async fn record(State(app): State<AppState>, Path(id): Path<String>) -> Result<Response, Refused> {
    let name = id.clone();
    let text = app.ask(id, |board| board.export()).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.stavka\"")),
    ];
    Ok((headers, text).into_response())
}

async fn review_page(State(app): State<AppState>, Path(id): Path<String>) -> Result<Response, Refused> {
    let name = id.clone();
    let headline = app.ask(id, |board| board.headline()).await?;
    Ok(Html(told(|| pages::review(&name, &headline)).into_string()).into_response())
}

async fn judgement(State(app): State<AppState>, Path(id): Path<String>) -> Answer {
    Ok(Json(app.ask(id, |board| board.review()).await?))
}

async fn rules(Path(game): Path<String>) -> Result<Response, Refused> {
    let game: GameName = game.parse().map_err(|_| Refused(StatusCode::NOT_FOUND, told(|| tr!("there is no such game").into())))?;
    Ok(Html(told(|| pages::rules(game)).into_string()).into_response())
}

/// How forces of a game are built, if its players choose them.
fn builder_of(game: &str) -> Result<(GameName, &'static ForceBuilder), Refused> {
    let missing = || Refused(StatusCode::NOT_FOUND, told(|| tr!("there is no game with forces to build of this name").into()));
    let game: GameName = game.parse().map_err(|_| missing())?;
    with_game!(game, G => G::FORCES).map(|builder| (game, builder)).ok_or_else(missing)
}

async fn forces_page(State(app): State<AppState>, Path(game): Path<String>) -> Result<Response, Refused> {
    let (game, builder) = builder_of(&game)?;
    let page = app.work(move |_| forces::page(game, builder).map(Markup::into_string)).await?;
    let refused = |error| Refused(StatusCode::INTERNAL_SERVER_ERROR, told(|| games::told(&error)));
    Ok(Html(page.map_err(refused)?).into_response())
}

async fn check_forces(State(app): State<AppState>, Path(game): Path<String>, Wish(lists): Wish<ForceLists>) -> Answer {
    let (_, builder) = builder_of(&game)?;
    let judged = app.work(move |_| (builder.judge)(&lists)).await?;
    judged.map(|judgement| Json(json!(judgement))).map_err(|error| Refused(StatusCode::UNPROCESSABLE_ENTITY, told(|| games::told(&error))))
}
