import { createHmac } from 'node:crypto'

export const TELEGRAM_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'
export const SLACK_SIGNING_SECRET = '8f742231b10e8888abcd99yyyzzz85a5'

/** The tokens of an account whose vendor is a test's own. */
export function channelCredential(kind: 'telegram' | 'slack' | 'whatsapp', vendorUrl: string) {
  if (kind === 'whatsapp') {
    return {
      name: kind,
      credentialName: 'whatsAppCloudApi',
      plainDataObj: {
        whatsAppPhoneNumberId: WHATSAPP_NUMBER,
        whatsAppAccessToken: 'EAAG-test',
        whatsAppAppSecret: WHATSAPP_SECRET,
        whatsAppApiAddress: vendorUrl,
      },
    }
  }
  return kind === 'telegram'
    ? {
        name: kind,
        credentialName: 'telegramApi',
        plainDataObj: { telegramBotToken: TELEGRAM_TOKEN, telegramApiAddress: vendorUrl },
      }
    : {
        name: kind,
        credentialName: 'slackAppApi',
        plainDataObj: {
          slackBotToken: 'xoxb-test-token',
          slackSigningSecret: SLACK_SIGNING_SECRET,
          slackApiAddress: `${vendorUrl}/api`,
        },
      }
}

const WHATSAPP_NUMBER = '106540352242922'
const WHATSAPP_SECRET = 'b6e0c3a4f2d14b7f9a1c5d8e7f60a1b2'

let nextId = 1
const ann = { id: 1111, is_bot: false, first_name: 'Ann', username: 'ann', language_code: 'en' }

/** What Telegram sends when somebody writes. */
export function telegramMessage(text: string, more: object = {}) {
  const id = nextId++
  return {
    update_id: 10_000 + id,
    message: {
      message_id: id,
      from: ann,
      chat: { id: 1111, first_name: 'Ann', username: 'ann', type: 'private' },
      date: 1441645532,
      text,
      ...more,
    },
  }
}

/** What Telegram sends when somebody presses a button. */
export function telegramPress(data: string, chat = 1111, from: object = ann) {
  return {
    update_id: 20_000 + nextId++,
    callback_query: {
      id: `4382bfdwdsb323b2d9-${nextId++}`,
      from,
      message: { message_id: 77, chat: { id: chat, type: 'private' }, date: 1, text: 'Send the order?' },
      chat_instance: '1',
      data,
    },
  }
}

/** What Slack sends when something is said. */
export function slackEvent(event: object, id = `Ev${nextId++}`) {
  return {
    token: 'z26uFbvR1xHJEdHE1OQiO6t8',
    team_id: 'T123ABC',
    api_app_id: 'A123ABC',
    event: { user: 'U061F7AUR', channel: 'C0LAN2Q65', ...event },
    type: 'event_callback',
    event_id: id,
    event_time: 1515449522,
  }
}

/** What Slack sends when somebody presses a button: a form. */
export function slackPress(value: string, channel: string): string {
  const payload = {
    type: 'block_actions',
    user: { id: 'U061F7AUR', username: 'bea', name: 'bea', team_id: 'T123ABC' },
    api_app_id: 'A123ABC',
    container: { type: 'message', message_ts: '1503435956.000247', channel_id: channel, is_ephemeral: false },
    trigger_id: '13345224609.738474920.8088930838d88f008e0',
    team: { id: 'T123ABC', domain: 'example' },
    channel: { id: channel, name: 'directmessage' },
    message: { bot_id: 'B0BOT', type: 'message', text: 'Send the order?', user: 'U0BOT', ts: '1503435956.000247' },
    actions: [
      { action_id: 'decide_0', block_id: 'x', type: 'button', value, action_ts: `1548426417.84${1000 + nextId++}` },
    ],
  }
  return `payload=${encodeURIComponent(JSON.stringify(payload))}`
}

/** The headers with which Slack proves that it sent this. */
export function slackHeaders(text: string, { ago = 0, secret = SLACK_SIGNING_SECRET } = {}): Record<string, string> {
  const time = String(Math.floor(Date.now() / 1000) - ago)
  const signature = createHmac('sha256', secret).update(`v0:${time}:${text}`).digest('hex')
  return {
    'content-type': text.startsWith('payload=') ? 'application/x-www-form-urlencoded' : 'application/json',
    'x-slack-request-timestamp': time,
    'x-slack-signature': `v0=${signature}`,
  }
}

/** What WhatsApp sends when people write: several messages may come together. */
export function whatsAppNotice(messages: object[], number = WHATSAPP_NUMBER) {
  const contacts = [{ profile: { name: 'Ann' }, wa_id: '15551111' }]
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550100', phone_number_id: number },
    contacts,
    messages: messages.map((message) => ({
      from: '15551111',
      id: `wamid.${nextId++}`,
      timestamp: '1',
      type: 'text',
      ...message,
    })),
  }
  return { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] }
}

/** What WhatsApp sends when somebody presses a button. */
export function whatsAppPress(data: string, from = '15551111') {
  const interactive = { type: 'button_reply', button_reply: { id: data, title: 'Proceed' } }
  return whatsAppNotice([{ from, type: 'interactive', interactive }])
}

/** The header with which WhatsApp proves that it sent this. */
export function whatsAppHeaders(text: string, secret = WHATSAPP_SECRET): Record<string, string> {
  const signature = createHmac('sha256', secret).update(text).digest('hex')
  return { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
}
