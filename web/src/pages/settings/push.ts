// Lets the browser be told, while the page is closed, whose turn it is in a correspondence game.
import { pushState, turnPushOff, turnPushOn } from "../../protocol/http";
import { Refusal } from "../../protocol/refusal";

/** Why a browser cannot be told anything. */
export type Never = "insecure" | "unable" | "denied" | "no-server";

/** What the switch shows. `key` is the public key of the server. */
export type PushSwitch =
  | { readonly kind: "never"; readonly why: Never }
  | { readonly kind: "switch"; readonly on: boolean; readonly key: string };

/** Reads how the switch stands, or why there is none. */
export async function readSwitch(): Promise<PushSwitch> {
  if (!isSecureContext) return { kind: "never", why: "insecure" };
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration || !("PushManager" in window) || !("Notification" in window))
    return { kind: "never", why: "unable" };
  if (Notification.permission === "denied") return { kind: "never", why: "denied" };
  try {
    const { key, on } = await pushState();
    const subscription = await registration.pushManager.getSubscription();
    // One for an older key of the server is of no use: the push service refuses what is sent to it.
    const has = on && subscription !== null && isFor(key, subscription);
    return { kind: "switch", on: has && Notification.permission === "granted", key };
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.detail === "not-possible-here")
      return { kind: "never", why: "no-server" };
    throw refusal;
  }
}

/** Whether a subscription is for a key of the server, which is in base64url. */
function isFor(key: string, { options }: PushSubscription): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const written = btoa(String.fromCharCode(...bytes));
  return written.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key.replaceAll("=", "");
}

/** Switches it on or off, and returns how it stands then. Rejected if the browser's push service cannot be reached. */
export async function flip(on: boolean, key: string): Promise<PushSwitch> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return { kind: "never", why: "unable" };
  const old = await registration.pushManager.getSubscription();
  if (!on) {
    await turnPushOff();
    await old?.unsubscribe();
    return { kind: "switch", on, key };
  }
  // Browsers ask their users once; who says no is not asked again.
  const permission = await Notification.requestPermission();
  if (permission !== "granted")
    return permission === "denied" ? { kind: "never", why: "denied" } : { kind: "switch", on: false, key };
  // One from before may be for another key of the server.
  await old?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  await turnPushOn(await registration.pushManager.subscribe(options));
  return { kind: "switch", on, key };
}
