// The whole state of a tab, and how the server's events reach its parts.
import { createContext } from "svelte";
import { Router } from "../app/router.svelte";
import { Sounds } from "../parts/sounds";
import { Connection, type Identity, type Link } from "../protocol/connection";
import type { Entered } from "../protocol/http";
import { Refusal } from "../protocol/refusal";
import type { Rules } from "../rules";
import type { CloseReason, Command, GameId, Notice, VisitorAccess } from "../protocol/wire";
import { reasonOf, words } from "../words";
import { Account } from "./account";
import { Admission } from "./admission.svelte";
import { Announcement } from "./announcement.svelte";
import { Announcer, type Urgency } from "./announcer.svelte";
import { Composers } from "./composer.svelte";
import { Conversations } from "./conversations.svelte";
import { deviceGames, type DeviceGamesHost } from "./device-games.svelte";
import { GameTabs, type TabHost } from "./game-tabs.svelte";
import { tellLowTime, tellNews, tellTalk, type VoiceHost } from "./game-voice";
import { Boards } from "./games-boards.svelte";
import { NewGame } from "./games-new.svelte";
import { Games } from "./games.svelte";
import { onKeptElsewhere } from "./storage";
import { isForEverybody, newsText } from "./lobby-news";
import { Lobby } from "./lobby.svelte";
import { FrameNotices } from "./notices.svelte";
import { PageTitle } from "./page-title.svelte";
import { Pairing } from "./pairing.svelte";
import { People } from "./people.svelte";
import { PublicAddress } from "./public-address.svelte";
import { libraryOwner } from "./library-owner.svelte";
import { Session } from "./session.svelte";
import { Settings } from "./settings.svelte";
import { Tournaments } from "./tournaments.svelte";
import { TabUser, type TabPage } from "./tab-user";

/** What the state needs of the browser. */
export interface Page extends TabPage {
  /** Whether the server has a newer page than this one. */
  isOutdated(): Promise<boolean>;
}

/** The state of a tab. Components get it from `useApp`. */
export class App {
  readonly router = new Router();
  readonly settings = new Settings();
  readonly session = new Session();
  /** Where links lead that people give to others. */
  readonly address = new PublicAddress();
  readonly admission = new Admission();
  readonly announcement = new Announcement();
  readonly account: Account;
  readonly announcer = new Announcer();
  readonly title = new PageTitle();
  /** Lines that stay until they are read. */
  readonly notices = new FrameNotices();
  readonly lobby = new Lobby(({ key, news }) => {
    if (isForEverybody(news) && !this.lobby.isOpen)
      this.notices.show({ key: `news-${key}`, text: newsText(news) });
  });
  readonly games = new Games();
  readonly people = new People((command) => this.ask(command));
  readonly conversations = new Conversations({
    isVisible: () => !document.hidden,
    isHidden: (name) => this.people.isHidden(name),
  });
  /** What is typed in the conversations of this tab. */
  readonly composers = new Composers();
  /** The form of a new game; what was filled in stays. */
  readonly newGame = new NewGame();
  /** The boards that lists show. */
  readonly boards = new Boards((command) => this.ask(command));
  readonly tournaments = new Tournaments((command) => this.ask(command));
  readonly pairing = new Pairing({
    ask: (command) => this.ask(command),
    enter: () => this.enter(),
    onBegun: (game) => this.tabs.arrive(game),
    isGuest: () => !this.session.hasAccount,
    now: () => this.serverNow(),
  });
  /** The games that this tab plays or watches. */
  readonly tabs: GameTabs;
  readonly sounds = new Sounds(() => this.settings.choices);
  /** What is heard of the games. */
  readonly #voice: VoiceHost = {
    isShown: (game) => game.number === this.#shownGame,
    speechLevel: () => this.settings.choices.speech,
    serverNow: () => this.serverNow(),
    say: (text, urgency) => this.announce(text, urgency),
    play: (sound) => void this.sounds.play(sound),
  };
  /** Whether the list of all keys is open. */
  areKeysShown = $state(false);
  readonly #connection: Connection;
  readonly #page: Page;
  readonly #tabUser: TabUser;
  #wasOpen = false;
  /** Fulfilled when the server has said whose cookie this is. */
  readonly #known: Promise<void>;
  readonly #noteKnown: () => void;
  #isKnown = false;

  constructor(connect: (app: App) => Connection, page: Page) {
    this.#connection = connect(this);
    this.#page = page;
    this.#tabUser = new TabUser(this, page);
    let noteKnown = (): void => undefined;
    this.#known = new Promise((resolve) => (noteKnown = resolve));
    this.#noteKnown = noteKnown;
    this.account = new Account(this);
    this.tabs = new GameTabs(this.#hostOfGames());
    onKeptElsewhere((key) => this.conversations.onKeptElsewhere(key));
    deviceGames.attach(this.#hostOfDeviceGames());
  }

  #hostOfDeviceGames(): DeviceGamesHost {
    const { session, settings } = this;
    return {
      get account() {
        if (session.standing === "unknown") return undefined;
        return session.hasAccount ? session.name : null;
      },
      get isConnected() {
        return session.link === "open";
      },
      get wants() {
        return settings.choices.archiveDeviceGames;
      },
    };
  }

  #hostOfGames(): TabHost {
    const { session } = this;
    let rules = $state.raw<Rules | null>(null);
    return {
      get rules() {
        return rules;
      },
      set rules(loaded) {
        rules = loaded;
      },
      get self() {
        return session.name;
      },
      ask: (command) => this.ask(command),
      rematch: (game) => this.pairing.rematch(game),
      isBot: (name) => this.lobby.isBot(name),
      reasonOf,
      serverNow: () => this.serverNow(),
      isConnected: () => session.link === "open",
      shown: () => this.#shownGame,
      show: (game) => this.router.go({ page: "game", game }),
      onNews: (game, notice) => tellNews(game, notice, this.#voice),
      onTalk: (game) => {
        if (!this.hidesTalk) tellTalk(game, this.#voice);
      },
      onLowTime: (game) => tellLowTime(game, this.#voice),
    };
  }

  /** Connects. The server says whose cookie this is. */
  start(): void {
    this.connectAs("user");
  }

  /** Makes a visitor a guest, whose name the server chooses. Rejected by a `Refusal`. */
  async enter(): Promise<void> {
    await this.#known;
    if (this.session.standing !== "visitor") return;
    if (this.admission.hasGuests === false) {
      this.router.go({ page: "sign-in" });
      throw new Refusal("forbidden", "no-guests", "this server has no guests");
    }
    await this.account.enter({ do: "guest", name: null });
  }

  /** Whether nothing that people write is shown or heard, and nothing can be written. */
  get hidesTalk(): boolean {
    return this.settings.choices.hideTalk;
  }

  /** Loads the present page anew, with all that its address says. */
  loadAgain(): void {
    this.#page.load(this.router.address);
  }

  /** Connects as the user of the cookie, or as a visitor. */
  connectAs(identity: Identity): void {
    this.#connection.start(identity);
  }

  /** Sends a command; the answer also reaches the stores. Rejected by a `Refusal`. */
  ask(command: Command): Promise<Notice> {
    return this.#connection.ask(command);
  }

  /** Says a text to those who do not see the page. */
  announce(text: string, urgency: Urgency = "polite"): void {
    this.announcer.say(text, urgency);
  }

  /** Tries to connect at once if the connection is waiting, and else asks whether it is alive. */
  retryNow(): void {
    this.#connection.retryNow();
  }

  /** The server's time now, in milliseconds since 1970. */
  serverNow(): number {
    return Date.now() + this.#connection.clock.ahead;
  }

  /** Hears an event of the server. */
  onNotice(notice: Notice): void {
    const isLive = this.session.link === "open";
    this.session.onNotice(notice);
    this.address.onNotice(notice);
    this.admission.onNotice(notice);
    this.announcement.onNotice(notice);
    this.lobby.onNotice(notice, isLive);
    this.people.onNotice(notice);
    this.games.onNotice(notice);
    this.boards.onNotice(notice);
    this.tournaments.onNotice(notice);
    this.pairing.onNotice(notice, this.session.name);
    this.conversations.onNotice(notice, this.session.name);
    this.tabs.onNotice(notice);
    if (notice.id === "greet-1") this.#onGreeted();
  }

  #onGreeted(): void {
    // Each visit of the page lets the cookie live on.
    if (!this.#isKnown && this.session.standing === "user") this.#page.currentUser().catch(() => undefined);
    if (this.#isKnown) this.boards.readAgain();
    this.#isKnown = true;
    this.#noteKnown();
    deviceGames.onKnown();
    this.#readLists();
  }

  /** The connection does something else now. */
  onLink(link: Link): void {
    this.session.onLink(link);
    if (link !== "open") return;
    if (this.#wasOpen) void this.#lookForNewerPage();
    this.#wasOpen = true;
  }

  /** The server ends the connection, and says why. */
  onBye(reason: CloseReason): void {
    this.session.onBye(reason);
    if (reason === "kicked") this.notices.show({ key: "bye", text: words.frame.bye.kicked });
  }

  /** A move or message from before a reload of the page was refused. */
  onLateRefusal(command: Command, refusal: Refusal): void {
    const text = words.frame.notSent(whatIsLost(command), reasonOf(refusal));
    this.notices.show({ key: `lost-${Date.now()}`, text });
  }

  /** Somebody has signed in with this tab: the connection goes on as this user. */
  onSignedIn(entered: Entered): void {
    this.#tabUser.onSignedIn(entered);
  }

  /** The user has signed out with this tab. */
  onSignedOut(): void {
    this.#connection.stop();
    libraryOwner.recognise(null);
    this.#tabUser.onSignedOut();
  }

  /** There is no user: the browser has no cookie, or it is not valid any more. */
  onVisitor(): void {
    const text = words.frame.bye["signed-out"];
    if (this.#tabUser.onVisitor()) this.notices.show({ key: "bye", text });
  }

  /** A page could not be loaded. A newer server has it under another name only. */
  async onPageMissing(): Promise<void> {
    if (await this.#page.isOutdated()) this.loadAgain();
  }

  /** The game whose board is large on the screen. */
  get #shownGame(): GameId | null {
    const { route } = this.router;
    return route.page === "game" ? route.game : this.tabs.onStage;
  }

  /** Forgets everything that belongs to the user. */
  forget(): void {
    this.people.clear();
    this.games.clearOwn();
    this.pairing.clear();
    this.conversations.clear();
    this.tabs.clear();
    this.#connection.seen.clear();
  }

  /** Forgets what the user has typed and not sent. */
  forgetTyped(): void {
    this.composers.clear();
  }

  /** After a reconnection: an upgraded server has a newer client. The next page is loaded from it. */
  async #lookForNewerPage(): Promise<void> {
    if (!(await this.#page.isOutdated())) return;
    this.router.loadsAnew = true;
    const action = { text: words.frame.loadNewer, run: () => this.loadAgain() };
    this.notices.show({ key: "newer-page", text: words.frame.newerPage, action });
  }

  /** Asks for the lists that later events change. */
  #readLists(): void {
    const isUser = this.session.standing === "user";
    const shows = (needed: VisitorAccess) => isUser || this.admission.shows(needed);
    if (shows("all")) this.ask({ do: "who" }).catch(() => undefined);
    if (shows("games")) this.ask({ do: "games" }).catch(() => undefined);
    if (isUser) this.people.read(!this.session.hasAccount);
    else if (shows("all")) this.pairing.readPools();
  }
}

/** What a command would have said or done, in few words. */
function whatIsLost(command: Command): string {
  if (command.do === "move") return command.move;
  return ("text" in command ? command.text : undefined) ?? command.do;
}

/** The state of the tab, for components. */
export const [useApp, provideApp] = createContext<App>();
