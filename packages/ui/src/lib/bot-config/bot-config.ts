import { asNumber, asObject, asText } from '../prediction/read-json.ts'
import type { JsonObject } from '../prediction/read-json.ts'

/** How a flow's public chat looks and greets, as its owner set it in the share dialog. */
export interface BotLook {
  title: string
  titleAvatarSrc: string
  titleBackgroundColor: string
  titleTextColor: string
  welcomeMessage: string
  errorMessage: string
  backgroundColor: string
  fontSize: number
  poweredByTextColor: string
  botMessage: MessageLook
  userMessage: MessageLook
  textInput: { backgroundColor: string; textColor: string; placeholder: string; sendButtonColor: string }
  generateNewSession: boolean
}

export interface MessageLook {
  backgroundColor: string
  textColor: string
  showAvatar: boolean
  avatarSrc: string
}

/** Empty means: as our own theme has it, light or dark. */
export const plainLook: BotLook = {
  title: '',
  titleAvatarSrc: '',
  titleBackgroundColor: '',
  titleTextColor: '',
  welcomeMessage: '',
  errorMessage: '',
  backgroundColor: '',
  fontSize: 15,
  poweredByTextColor: '',
  botMessage: { backgroundColor: '', textColor: '', showAvatar: false, avatarSrc: '' },
  userMessage: { backgroundColor: '', textColor: '', showAvatar: false, avatarSrc: '' },
  textInput: { backgroundColor: '', textColor: '', placeholder: '', sendButtonColor: '' },
  generateNewSession: false,
}

/** The JSON text stored with a flow, as an object; a broken or missing one is an empty object. */
export function parseConfig(text: string | null | undefined): JsonObject {
  try {
    return asObject(JSON.parse(text ?? '{}')) ?? {}
  } catch {
    return {}
  }
}

export function readBotLook(config: JsonObject): BotLook {
  const input = asObject(config['textInput']) ?? {}
  return {
    title: words(config['title']),
    titleAvatarSrc: words(config['titleAvatarSrc']),
    titleBackgroundColor: colour(config['titleBackgroundColor']),
    titleTextColor: colour(config['titleTextColor']),
    welcomeMessage: words(config['welcomeMessage']),
    errorMessage: words(config['errorMessage']),
    backgroundColor: colour(config['backgroundColor']),
    fontSize: readFontSize(config['fontSize']),
    poweredByTextColor: colour(config['poweredByTextColor']),
    botMessage: readMessageLook(asObject(config['botMessage']) ?? {}),
    userMessage: readMessageLook(asObject(config['userMessage']) ?? {}),
    textInput: {
      backgroundColor: colour(input['backgroundColor']),
      textColor: colour(input['textColor']),
      placeholder: words(input['placeholder']),
      sendButtonColor: colour(input['sendButtonColor']),
    },
    generateNewSession:
      config['generateNewSession'] === true || asObject(config['overrideConfig'])?.['generateNewSession'] === true,
  }
}

/** `{"0": {"prompt": "…"}}`, in the order of the numbers. */
export function readStarterPrompts(value: unknown): string[] {
  return Object.entries(asObject(value) ?? {})
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .flatMap(([, entry]) => asText(asObject(entry)?.['prompt']) ?? [])
    .filter((prompt) => prompt.trim() !== '')
}

function readMessageLook(look: JsonObject): MessageLook {
  return {
    backgroundColor: colour(look['backgroundColor']),
    textColor: colour(look['textColor']),
    showAvatar: look['showAvatar'] === true,
    avatarSrc: words(look['avatarSrc']),
  }
}

function readFontSize(value: unknown): number {
  const size = asNumber(typeof value === 'string' ? Number(value) : value)
  return size === undefined || size <= 0 ? plainLook.fontSize : Math.min(32, Math.max(12, size))
}

function words(value: unknown): string {
  return asText(value) ?? ''
}

/** Only plain colours: whatever else a config holds must not become a style of its own. */
function colour(value: unknown): string {
  const text = asText(value)?.trim() ?? ''
  return /^(?:#[\da-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d\s.,%/deg-]+\))$/i.test(text) ? text : ''
}
