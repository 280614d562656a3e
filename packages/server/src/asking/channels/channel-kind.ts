import type { ChannelKindName } from '@chatwright/contract'
import type { CredentialValues } from '@chatwright/core'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * A product in which people chat. Everything that is particular to it stands behind this: the rest (what is kept, when runs begin,
 * what is sent and when it is tried again) is the same for all of them.
 */
export interface ChannelKind {
  name: ChannelKindName
  label: string
  /** The kind of credential that holds its tokens. */
  credential: string
  /** Characters that fit into one message. */
  longest: number
  /** For how long it shows that somebody is writing. */
  typingMs: number
  /** Throws unless the vendor sent it, of late. What it holds, or what the vendor is answered at once. */
  receive(request: RawRequest, access: ChannelAccess): Received
  /** What the vendor is answered before there are tokens to check it with. It may hold nothing but what the vendor said. */
  greetUnproved?(request: RawRequest): string | undefined
  /** What a vendor wants back that asks with words in the address whether it may send there. Nothing for what nobody signed. */
  verify?(query: Readonly<Record<string, string | undefined>>, access: ChannelAccess): string | undefined
  /** Tries the tokens and tells the vendor where to send. Gives what it knows of the account. */
  connect(access: ChannelAccess, address: string): Promise<Account>
  /** Tells the vendor to send no more to this channel. */
  disconnect?(access: ChannelAccess): Promise<void>
  download(access: ChannelAccess, file: RemoteFile, maxBytes: number): Promise<ChannelFile>
  /** Sends one message, or throws a `ChannelFault`. */
  send(access: ChannelAccess, place: Place, message: OutgoingMessage): Promise<void>
  sendFile(access: ChannelAccess, place: Place, file: ChannelFile): Promise<void>
  showTyping(access: ChannelAccess, place: Place): Promise<void>
  /** Takes the buttons away and shows what came of them, and tells whoever pressed. */
  settlePress(access: ChannelAccess, press: Press, said: string, isDecided: boolean): Promise<void>
  /** Hands a link to who pressed, so that nobody else there sees it. */
  sendLink(access: ChannelAccess, press: Press, link: PrivateLink): Promise<void>
}

/** The tokens, the guarded way out, and what was learnt when they were tried. */
export interface ChannelAccess {
  channelId: string
  values: CredentialValues
  account: Account | undefined
  fetch: typeof fetch
  now: () => Date
}

/** Kept with the channel, as JSON. */
export interface Account {
  id: string
  name: string
  /** A workspace, where there are such. */
  team?: string
}

export interface RawRequest {
  headers: IncomingHttpHeaders
  contentType: string
  bytes: Buffer
}

export interface Received {
  /** Text that the vendor wants back. */
  answer?: string
  event?: ChannelEvent
  /** What came in the same request. */
  more?: ChannelEvent[]
}

/** Where an answer goes. */
export interface Place {
  chat: string
  thread?: string
  /** The message that is answered. */
  message?: string
}

export interface Sender {
  id: string
  /** As people call them there. Anybody may call themselves what they like: it opens nothing. */
  name: string
  /** Where the vendor sees to it that no two have the same. */
  username?: string
}

export interface RemoteFile {
  /** Where, or under which id, the vendor keeps it. */
  ref: string
  name: string
  mimeType: string
  size: number
}

export interface ChannelFile {
  name: string
  mimeType: string
  bytes: Uint8Array
}

/** What somebody did there, as it is kept until it is dealt with. Plain JSON, without secrets. */
export type ChannelEvent = {
  /** The same whenever the vendor tells of the same thing: sent again, edited, or told in two ways. */
  key: string
  /** Messages of one conversation have the same. */
  conversation: string
  place: Place
  sender: Sender
} & (
  | {
      type: 'message'
      text: string
      files: RemoteFile[]
      /** Meant for it only where it takes part in the conversation already. */
      isOverheard?: true
    }
  | { type: 'greeting' }
  | ({ type: 'press' } & Omit<Press, 'place'>)
)

/** A button of a run that waits. */
export interface Press {
  place: Place
  sender: Sender
  waitId: string
  /** Which of its buttons. */
  button: number
  /** By which the vendor is told that it was seen. */
  pressId: string
  /** The words above the buttons, as they were sent. */
  shown: string
}

export interface OutgoingMessage {
  /** Markdown, at most `longest` characters. */
  text: string
  buttons?: OutgoingButton[]
}

export interface OutgoingButton {
  label: string
  /** What a press brings back, or where the button leads. */
  data?: string
  url?: string
}

export interface PrivateLink {
  text: string
  label: string
  url: string
}

/** The button that asks for a link, behind all that decide. */
export const DETAILS = 99

const PRESSED = /^cw:([\w-]{1,40}):(\d{1,2})$/

/** At most 64 bytes, which is all that the strictest of them brings back. */
export function buttonData(waitId: string, button: number): string {
  return `cw:${waitId}:${button}`
}

export function readButtonData(data: string): { waitId: string; button: number } | undefined {
  const [, waitId, button] = PRESSED.exec(data) ?? []
  return waitId === undefined || button === undefined ? undefined : { waitId, button: Number(button) }
}

export class ChannelFault extends Error {
  override readonly name = 'ChannelFault'
  /**
   * `later`: nothing was done, and it may work after a while. `refused`: it will not work like this. `unknown`: it was sent, and nobody
   * knows whether it arrived.
   */
  readonly kind: 'later' | 'refused' | 'unknown'
  readonly retryAfterMs: number | undefined

  constructor(
    kind: ChannelFault['kind'],
    message: string,
    { retryAfterMs, cause }: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
