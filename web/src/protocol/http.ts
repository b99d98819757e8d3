// The requests over HTTP: the browser's session, and what is read without a connection.
import { Refusal } from "./refusal";
import type { Command, Notice, Profile } from "./wire";

/** A command that signs a browser in. */
export type LoginCommand = Extract<Command, { do: "login" | "register" | "guest" | "reset-password" }>;

/** What a login answers; `recovery_codes` come with a new account. */
export type Entered = Extract<Notice, { event: "entered" }>;

async function read<T>(response: Response): Promise<T> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as T;
  const problem = (body ?? {}) as { code?: Refusal["code"]; detail?: Refusal["detail"]; message?: string };
  const message = problem.message ?? response.statusText;
  throw new Refusal(problem.code ?? "internal", problem.detail ?? null, message);
}

async function send(path: string, init?: RequestInit): Promise<Response> {
  return fetch(path, init).catch(() => {
    throw new Refusal("local", "offline", "the server cannot be reached");
  });
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  return read<T>(await send(path, init));
}

/** Logs the browser in. The server keeps the token in a cookie that scripts cannot read. */
export function openSession(command: LoginCommand): Promise<Entered> {
  return change("POST", "/api/session", command);
}

/** Returns the user whom the cookie names, or `null` for a visitor. */
export async function currentUser(): Promise<Profile | null> {
  try {
    return await request<Profile>("/api/session");
  } catch (refusal) {
    if (refusal instanceof Refusal && (refusal.code === "denied" || refusal.code === "not-in")) return null;
    throw refusal;
  }
}

/** Logs the browser out: the token is revoked and the cookie deleted. */
export function closeSession(): Promise<unknown> {
  return change("DELETE", "/api/session");
}

/** Returns everything that is stored about the user, as a file. */
export async function exportAccount(): Promise<Blob> {
  const response = await send("/api/account/export");
  return response.ok ? response.blob() : read(response);
}

/** Returns everything that is stored about another user, as a file, for an administrator. */
export async function exportUser(name: string, reason: string): Promise<Blob> {
  const response = await send(
    `/api/users/${encodeURIComponent(name)}/export?${new URLSearchParams({ reason })}`,
  );
  return response.ok ? response.blob() : read(response);
}

/** Returns one of the operator's pages. */
export async function operatorPage(page: string, language: string): Promise<string> {
  const response = await send(`/api/pages/${page}?${new URLSearchParams({ language })}`);
  return response.ok ? response.text() : read(response);
}

/** Reads a public text of the API. */
export async function textOf(path: string): Promise<string> {
  const response = await send(path);
  return response.ok ? response.text() : read(response);
}

/** Whether this login of a browser is told of turns while the page is closed, and the server's public key. */
export interface PushState {
  readonly key: string;
  readonly on: boolean;
}

/** Asks the server whether it tells this browser of turns. */
export function pushState(): Promise<PushState> {
  return request("/api/push");
}

/** Gives the server the address of this browser at its push service. */
export function turnPushOn(subscription: PushSubscription): Promise<unknown> {
  return change("POST", "/api/push", subscription);
}

/** Takes the address away from the server. */
export function turnPushOff(): Promise<unknown> {
  return change("DELETE", "/api/push");
}

/** Whether the server sends e-mail, and the address of the user's account. */
export interface MailState {
  readonly enabled: boolean;
  readonly address?: string;
  readonly confirmed: boolean;
}

/** Asks the server whether it sends e-mail. */
export function mailState(): Promise<MailState> {
  return request("/api/mail");
}

/** Gives the account an e-mail address, to which the server sends a link that confirms it. */
export function giveEmail(address: string, language: string, password: string): Promise<unknown> {
  return change("POST", "/api/mail", { address, language, password });
}

/** Takes the address away from the account. */
export function removeEmail(): Promise<unknown> {
  return change("DELETE", "/api/mail");
}

/** Confirms an address by the code of its link. */
export function confirmEmail(code: string): Promise<unknown> {
  return change("POST", "/api/mail/confirm", { code });
}

/** Asks for a link for a new password, by name or address. The answer does not tell whether there is such an account. */
export function recoverByEmail(account: string): Promise<unknown> {
  return change("POST", "/api/mail/recover", { account });
}

/** Changes something of the API, as the user of the cookie. */
export function change<T>(method: "POST" | "DELETE", path: string, body?: unknown): Promise<T> {
  const json = { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return request(path, { method, ...(body !== undefined && json) });
}

/** Reads a public answer of the API, such as `/api/games`. */
export function get<T>(path: string): Promise<T> {
  return request<T>(path);
}
