import { list, record, text } from '../shared/values.ts'
import { Computed } from './code.ts'
import type { FlowMap, Mapped, Turn } from './flow-map.ts'
import { addRequest } from './http.ts'
import { locatorValue, type N8nNode } from './read.ts'
import { fromCode } from './sources.ts'

interface Call {
  method: string
  url: string
  body?: unknown
  headers?: { key: string; value: string }[]
  note: string
  /** Code that makes items of the answer. */
  items?: string
  isMany?: boolean
  isRaw?: boolean
  /** It needs no credential. */
  isOpen?: boolean
}

type Describe = (node: N8nNode) => Call | undefined

const JSON_HEADERS = [{ key: 'Content-Type', value: 'application/json' }]

/** A value with an expression as part of an address. */
function inside(value: unknown): string {
  const held = text(locatorValue(value))
  return held.startsWith('=') ? held.slice(1) : held
}

/** The entries of a feed. */
const RSS =
  "const xml = String(items[0]?.data ?? '')\nconst read = (entry, tag) => (new RegExp('<' + tag + '[^>]*>([^]*?)</' + tag + '>', 'i').exec(entry)?.[1] ?? '').replace(/^\\s*<!\\[CDATA\\[([^]*?)\\]\\]>\\s*$/, '$1').trim()\nreturn (xml.match(/<(item|entry)[\\s>][^]*?<\\/\\1>/g) ?? []).map((entry) => { const content = read(entry, 'description') || read(entry, 'summary') || read(entry, 'content'); return { title: read(entry, 'title'), link: read(entry, 'link') || (/<link[^>]*href=\"([^\"]+)\"/.exec(entry)?.[1] ?? ''), pubDate: read(entry, 'pubDate') || read(entry, 'updated'), isoDate: read(entry, 'pubDate') || read(entry, 'updated'), creator: read(entry, 'dc:creator'), guid: read(entry, 'guid') || read(entry, 'id'), content, contentSnippet: content.replace(/<[^>]+>/g, '').trim() } })"

const TOKEN = 'Sends a request to the service. Choose a credential with its token.'

/** Services whose requests take a token that lasts: each operation that is one request. */
const CALLS: Readonly<Record<string, Describe>> = {
  slack({ parameters }) {
    const resource = text(parameters['resource'], 'message')
    if (resource !== 'message' || !['post', ''].includes(text(parameters['operation'], 'post'))) return undefined
    const to = parameters['channelId'] ?? parameters['user'] ?? parameters['channel']
    return {
      method: 'POST',
      url: 'https://slack.com/api/chat.postMessage',
      body: { channel: locatorValue(to) ?? '', text: parameters['text'] ?? '' },
      note: TOKEN,
    }
  },
  discord({ parameters }) {
    if (
      !['message', ''].includes(text(parameters['resource'], 'message')) ||
      !['send', 'sendLegacy', ''].includes(text(parameters['operation'], 'send'))
    )
      return undefined
    const channel = inside(parameters['channelId'])
    return channel === ''
      ? undefined
      : {
          method: 'POST',
          url: `=https://discord.com/api/v10/channels/${channel}/messages`,
          body: { content: parameters['content'] ?? '' },
          note: TOKEN,
        }
  },
  airtable({ parameters, version }) {
    if (parameters['resource'] === 'base') {
      const isSchema = parameters['operation'] === 'getSchema'
      return {
        method: 'GET',
        url: isSchema
          ? `=https://api.airtable.com/v0/meta/bases/${inside(parameters['base'])}/tables`
          : 'https://api.airtable.com/v0/meta/bases',
        note: TOKEN,
        items: `return listOf(items[0]?.${isSchema ? 'tables' : 'bases'})`,
        isMany: true,
      }
    }
    const base = inside(parameters[version < 2 ? 'application' : 'base'])
    const table = inside(parameters['table'])
    if (base === '' || table === '') return undefined
    const address = `=https://api.airtable.com/v0/${base}/${table}`
    const fields = record(record(parameters['columns'])['value'])
    const operation = text(parameters['operation'], version < 2 ? 'read' : 'get')
    if (operation === 'create' || operation === 'append')
      return { method: 'POST', url: address, body: { records: [{ fields }], typecast: true }, note: TOKEN }
    if (operation === 'update') {
      const { id, ...rest } = fields
      return {
        method: 'PATCH',
        url: address,
        body: { records: [{ id: id ?? parameters['id'] ?? '', fields: rest }], typecast: true },
        note: TOKEN,
      }
    }
    if (operation === 'upsert') {
      const { id: _, ...rest } = fields
      return {
        method: 'PATCH',
        url: address,
        body: {
          performUpsert: {
            fieldsToMergeOn: list(record(parameters['columns'])['matchingColumns']).filter((name) => name !== 'id'),
          },
          records: [{ fields: rest }],
          typecast: true,
        },
        note: TOKEN,
      }
    }
    if (operation === 'get') return { method: 'GET', url: `${address}/${inside(parameters['id'])}`, note: TOKEN }
    if (operation === 'deleteRecord')
      return { method: 'DELETE', url: `${address}/${inside(parameters['id'])}`, note: TOKEN }
    if (operation === 'search' || operation === 'list' || operation === 'read') {
      const formula = inside(parameters['filterByFormula'])
      return {
        method: 'GET',
        url:
          formula === ''
            ? address
            : `${address}?filterByFormula=${formula.startsWith('{{') ? formula : encodeURIComponent(formula)}`,
        note: TOKEN,
        items:
          'return listOf(items[0]?.records).map(({ id, createdTime, fields }) => ({ id, createdTime, ...fields }))',
        isMany: true,
      }
    }
    return undefined
  },
  notion({ parameters }) {
    const headers = [...JSON_HEADERS, { key: 'Notion-Version', value: '2022-06-28' }]
    const resource = text(parameters['resource'])
    const operation = text(parameters['operation'])
    if (resource === 'databasePage' && operation === 'getAll')
      return {
        method: 'POST',
        url: `=https://api.notion.com/v1/databases/${inside(parameters['databaseId'])}/query`,
        body: {},
        headers,
        note: `${TOKEN} Filters are not carried over.`,
      }
    if (resource === 'page' && operation === 'get')
      return {
        method: 'GET',
        url: `=https://api.notion.com/v1/pages/${inside(parameters['pageId'])}`,
        headers,
        note: TOKEN,
      }
    if (resource === 'block' && operation === 'getAll')
      return {
        method: 'GET',
        url: `=https://api.notion.com/v1/blocks/${inside(parameters['blockId'])}/children`,
        headers,
        note: TOKEN,
      }
    if (resource === 'user') return { method: 'GET', url: 'https://api.notion.com/v1/users', headers, note: TOKEN }
    return undefined
  },
  hackerNews({ parameters }) {
    const additional = record(parameters['additionalFields'])
    if (text(parameters['resource'], 'all') !== 'all') return undefined
    return {
      method: 'GET',
      url: `=https://hn.algolia.com/api/v1/search?query=${inside(additional['keyword'])}&hitsPerPage=${text(parameters['limit'], '100')}`,
      note: 'Sends a request.',
      items: 'return listOf(items[0]?.hits)',
      isMany: true,
    }
  },
  rssFeedRead: ({ parameters }) => ({
    method: 'GET',
    url: text(parameters['url']),
    note: 'Reads the titles, links, dates and summaries of the feed.',
    items: RSS,
    isMany: true,
  }),
  linear({ parameters }) {
    if (text(parameters['operation'], 'create') !== 'create') return undefined
    return {
      method: 'POST',
      url: 'https://api.linear.app/graphql',
      body: {
        query:
          'mutation Create($input: IssueCreateInput!) { issueCreate(input: $input) { issue { id identifier title url } } }',
        variables: { input: { teamId: parameters['teamId'] ?? '', title: parameters['title'] ?? '' } },
      },
      note: TOKEN,
    }
  },
  github({ parameters }) {
    const place = `=https://api.github.com/repos/${inside(parameters['owner'])}/${inside(parameters['repository'])}`
    const [resource, operation] = [text(parameters['resource']), text(parameters['operation'])]
    if (resource === 'issue' && operation === 'create')
      return {
        method: 'POST',
        url: `${place}/issues`,
        body: { title: parameters['title'] ?? '', body: parameters['body'] ?? '' },
        note: TOKEN,
      }
    if (resource === 'issue' && operation === 'createComment')
      return {
        method: 'POST',
        url: `${place}/issues/${inside(parameters['issueNumber'])}/comments`,
        body: { body: parameters['body'] ?? '' },
        note: TOKEN,
      }
    if (resource === 'file' && operation === 'get')
      return { method: 'GET', url: `${place}/contents/${inside(parameters['filePath'])}`, note: TOKEN }
    return undefined
  },
  todoist({ parameters }) {
    const operation = text(parameters['operation'], 'create')
    if (operation === 'create')
      return {
        method: 'POST',
        url: 'https://api.todoist.com/rest/v2/tasks',
        body: { content: parameters['content'] ?? '' },
        note: TOKEN,
      }
    return operation === 'getAll'
      ? { method: 'GET', url: 'https://api.todoist.com/rest/v2/tasks', note: TOKEN }
      : undefined
  },
  supabase({ parameters }) {
    const table = inside(parameters['tableId'])
    if (table === '') return undefined
    const operation = text(parameters['operation'], 'create')
    const address = `=https://example.supabase.co/rest/v1/${table}`
    const rows = record(parameters['fieldsUi'])['fieldValues']
    const fields = Object.fromEntries(
      (Array.isArray(rows) ? rows : []).map((row) => [text(record(row)['fieldId']), record(row)['fieldValue'] ?? '']),
    )
    const note = "Enter your project's address, and choose a credential with its key."
    if (operation === 'create') return { method: 'POST', url: address, body: fields, note }
    if (operation === 'getAll' || operation === 'get')
      return { method: 'GET', url: `${address}?select=*`, note: `${note} Filters are not carried over.` }
    return undefined
  },
  wordpress({ parameters }) {
    if (text(parameters['resource'], 'post') !== 'post') return undefined
    const fields = record(parameters['additionalFields'])
    if (text(parameters['operation'], 'create') === 'create')
      return {
        method: 'POST',
        url: 'https://example.com/wp-json/wp/v2/posts',
        body: {
          title: parameters['title'] ?? '',
          content: fields['content'] ?? '',
          status: fields['status'] ?? 'draft',
        },
        note: 'Enter the address of your site, and choose a credential with its application password.',
      }
    return undefined
  },
}

/** An access token of Google's or Microsoft's lasts for an hour. */
const SHORT = 'Sends a request to the service. Choose a credential with an access token; such tokens last for an hour.'

/** An email as Gmail takes it. */
function mail({ parameters }: N8nNode, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...more,
    raw: new Computed(
      (code) =>
        `Buffer.from(['To: ' + ${code(parameters['sendTo'] ?? '')}, 'Subject: ' + ${code(parameters['subject'] ?? '')}, 'Content-Type: text/${parameters['emailType'] === 'text' ? 'plain' : 'html'}; charset=utf-8', '', ${code(parameters['message'] ?? '')}].join('\\r\\n')).toString('base64url')`,
    ),
  }
}

const GOOGLE_CALLS: Readonly<Record<string, Describe>> = {
  googleSheets({ parameters }) {
    const [document, sheet] = [
      inside(parameters['documentId'] ?? parameters['sheetId']),
      sheetName(parameters['sheetName'] ?? parameters['range']),
    ]
    if (document === '') return undefined
    const address = `=https://sheets.googleapis.com/v4/spreadsheets/${document}/values/${sheet}`
    const operation = text(parameters['operation'], 'read')
    if (operation === 'read')
      return { method: 'GET', url: address, note: `${SHORT} Filters are not carried over.`, items: TABLE, isMany: true }
    const columns = record(parameters['columns'])
    const matching = list(columns['matchingColumns']).map((name) => text(name))
    const isUpdate = operation === 'update' && matching.length === 1 && matching[0] === 'row_number'
    if (operation !== 'append' && !isUpdate) return undefined
    const names = list(columns['schema']).flatMap((row) =>
      record(row)['removed'] === true ? [] : [text(record(row)['id'])],
    )
    const values = record(columns['value'])
    const order = names.length > 0 ? names : Object.keys(values)
    const row =
      columns['mappingMode'] === 'autoMapInputData' || Object.keys(values).length === 0
        ? new Computed(() =>
            names.length > 0 ? `${JSON.stringify(names)}.map((name) => $json[name] ?? '')` : 'Object.values($json)',
          )
        : order.map((name) => values[name] ?? '')
    if (isUpdate) {
      const place = inside(values['row_number'])
      const cells = order
        .filter((name) => name !== 'row_number')
        .map((name) => (Object.hasOwn(values, name) ? values[name] : null))
      if (place === '' || names.length === 0) return undefined
      return {
        method: 'PUT',
        url: `${address}!A${place}?valueInputOption=USER_ENTERED`,
        body: { values: [cells] },
        note: `${SHORT} The columns are written in the order of the sheet when it was exported.`,
      }
    }
    return {
      method: 'POST',
      url: `${address}:append?valueInputOption=USER_ENTERED`,
      body: { values: [row] },
      note: `${SHORT} The columns are written in the order of the sheet when it was exported.`,
    }
  },
  gmail(node) {
    const { parameters } = node
    const operation = text(parameters['operation'], 'send')
    if (!['message', ''].includes(text(parameters['resource'], 'message'))) return undefined
    const users = 'https://gmail.googleapis.com/gmail/v1/users/me'
    const message = inside(parameters['messageId'])
    if (operation === 'send') return { method: 'POST', url: `${users}/messages/send`, body: mail(node), note: SHORT }
    if (operation === 'addLabels')
      return {
        method: 'POST',
        url: `=${users}/messages/${message}/modify`,
        body: { addLabelIds: parameters['labelIds'] ?? [] },
        note: SHORT,
      }
    if (operation === 'removeLabels')
      return {
        method: 'POST',
        url: `=${users}/messages/${message}/modify`,
        body: { removeLabelIds: parameters['labelIds'] ?? [] },
        note: SHORT,
      }
    if (operation === 'markAsRead')
      return {
        method: 'POST',
        url: `=${users}/messages/${message}/modify`,
        body: { removeLabelIds: ['UNREAD'] },
        note: SHORT,
      }
    if (operation === 'get') return { method: 'GET', url: `=${users}/messages/${message}`, note: SHORT }
    if (operation === 'delete') return { method: 'DELETE', url: `=${users}/messages/${message}`, note: SHORT }
    return undefined
  },
  microsoftOutlook({ parameters }) {
    const operation = text(parameters['operation'], 'send')
    if (!['message', ''].includes(text(parameters['resource'], 'message'))) return undefined
    const address = `=https://graph.microsoft.com/v1.0/me/messages/${inside(parameters['messageId'])}`
    const fields = record(parameters['updateFields'] ?? parameters['additionalFields'])
    if (operation === 'move')
      return {
        method: 'POST',
        url: `${address}/move`,
        body: { destinationId: locatorValue(parameters['folderId']) ?? '' },
        note: SHORT,
      }
    if (operation === 'update') return { method: 'PATCH', url: address, body: fields, note: SHORT }
    if (operation === 'getAll')
      return {
        method: 'GET',
        url: 'https://graph.microsoft.com/v1.0/me/messages',
        note: `${SHORT} Filters are not carried over.`,
        items: 'return listOf(items[0]?.value)',
        isMany: true,
      }
    if (operation === 'get') return { method: 'GET', url: address, note: SHORT }
    if (operation === 'send')
      return {
        method: 'POST',
        url: 'https://graph.microsoft.com/v1.0/me/sendMail',
        body: {
          message: {
            subject: parameters['subject'] ?? '',
            body: { contentType: 'HTML', content: parameters['bodyContent'] ?? '' },
            toRecipients: [{ emailAddress: { address: parameters['toRecipients'] ?? '' } }],
          },
        },
        note: SHORT,
      }
    return undefined
  },
  googleCalendar({ parameters }) {
    if (!['event', ''].includes(text(parameters['resource'], 'event'))) return undefined
    const place = `=https://www.googleapis.com/calendar/v3/calendars/${inside(parameters['calendar']) || 'primary'}/events`
    const operation = text(parameters['operation'], 'create')
    const fields = record(parameters['additionalFields'])
    const event = {
      summary: fields['summary'] ?? '',
      description: fields['description'] ?? '',
      start: { dateTime: parameters['start'] ?? '' },
      end: { dateTime: parameters['end'] ?? '' },
    }
    if (operation === 'create') return { method: 'POST', url: place, body: event, note: SHORT }
    if (operation === 'getAll')
      return {
        method: 'GET',
        url: place,
        note: `${SHORT} Filters are not carried over.`,
        items: 'return listOf(items[0]?.items)',
        isMany: true,
      }
    if (operation === 'get') return { method: 'GET', url: `${place}/${inside(parameters['eventId'])}`, note: SHORT }
    if (operation === 'update')
      return {
        method: 'PATCH',
        url: `${place}/${inside(parameters['eventId'])}`,
        body: record(parameters['updateFields']),
        note: SHORT,
      }
    if (operation === 'delete')
      return { method: 'DELETE', url: `${place}/${inside(parameters['eventId'])}`, note: SHORT }
    return undefined
  },
  googleDocs({ parameters }) {
    const operation = text(parameters['operation'], 'create')
    const document = inside(parameters['documentURL']).replace(/^.*\/d\/([^/]+).*$/, '$1')
    if (operation === 'get')
      return { method: 'GET', url: `=https://docs.googleapis.com/v1/documents/${document}`, note: SHORT }
    if (operation === 'create')
      return {
        method: 'POST',
        url: 'https://docs.googleapis.com/v1/documents',
        body: { title: parameters['title'] ?? '' },
        note: SHORT,
      }
    const actions = list(record(parameters['actionsUi'])['actionFields']).map((row) => record(row))
    if (
      actions.length === 0 ||
      actions.some((row) => !['insert', undefined].includes(row['action'] as string | undefined))
    )
      return undefined
    return {
      method: 'POST',
      url: `=https://docs.googleapis.com/v1/documents/${document}:batchUpdate`,
      body: { requests: actions.map((row) => ({ insertText: { endOfSegmentLocation: {}, text: row['text'] ?? '' } })) },
      note: SHORT,
    }
  },
  googleDrive({ parameters }) {
    const operation = text(parameters['operation'])
    if (text(parameters['resource']) === 'fileFolder')
      return {
        method: 'GET',
        url: 'https://www.googleapis.com/drive/v3/files',
        note: `${SHORT} Filters are not carried over.`,
        items: 'return listOf(items[0]?.files)',
        isMany: true,
      }
    if (operation === 'createFromText')
      return {
        method: 'POST',
        url: 'https://www.googleapis.com/upload/drive/v3/files?uploadType=media',
        body: parameters['content'] ?? '',
        isRaw: true,
        note: `${SHORT} The file gets its name afterwards.`,
      }
    if (operation === 'deleteFile')
      return {
        method: 'DELETE',
        url: `=https://www.googleapis.com/drive/v3/files/${inside(parameters['fileId'])}`,
        note: SHORT,
      }
    return undefined
  },
  telegram({ parameters }) {
    if (
      !['sendMessage', ''].includes(text(parameters['operation'], 'sendMessage')) ||
      !['message', ''].includes(text(parameters['resource'], 'message'))
    )
      return undefined
    return {
      method: 'POST',
      url: 'https://api.telegram.org/bot{{$vars.TELEGRAM_BOT_TOKEN}}/sendMessage',
      body: { chat_id: parameters['chatId'] ?? '', text: parameters['text'] ?? '' },
      isOpen: true,
      note: "Sends a request. Set the variable TELEGRAM_BOT_TOKEN to your bot's token.",
    }
  },
  whatsApp({ parameters }) {
    if (text(parameters['operation']) !== 'send' || text(parameters['messageType'], 'text') !== 'text') return undefined
    return {
      method: 'POST',
      url: `=https://graph.facebook.com/v21.0/${inside(parameters['phoneNumberId'])}/messages`,
      body: {
        messaging_product: 'whatsapp',
        to: parameters['recipientPhoneNumber'] ?? '',
        type: 'text',
        text: { body: parameters['textBody'] ?? '' },
      },
      note: TOKEN,
    }
  },
  jira({ parameters }) {
    const place = 'https://example.atlassian.net/rest/api/2/issue'
    if (text(parameters['resource'], 'issue') !== 'issue' || text(parameters['operation'], 'create') !== 'create')
      return undefined
    return {
      method: 'POST',
      url: place,
      body: {
        fields: {
          project: { id: locatorValue(parameters['project']) ?? '' },
          issuetype: { id: locatorValue(parameters['issueType']) ?? '' },
          summary: parameters['summary'] ?? '',
          description: record(parameters['additionalFields'])['description'] ?? '',
        },
      },
      note: 'Enter the address of your site, and choose a credential with your email and token.',
    }
  },
  openAi({ parameters }) {
    if (text(parameters['resource']) !== 'image') return undefined
    const operation = text(parameters['operation'], 'generate')
    const model = text(locatorValue(parameters['model'] ?? parameters['modelId']))
    if (operation === 'generate')
      return {
        method: 'POST',
        url: 'https://api.openai.com/v1/images/generations',
        body: { model: model || 'dall-e-3', prompt: parameters['prompt'] ?? '', n: 1 },
        note: 'Sends a request that gives the address of the picture, not a file. Choose a credential with your key.',
        items: 'return listOf(items[0]?.data)',
      }
    const urls = parameters['imageUrls']
    if (operation !== 'analyze' || urls === undefined || parameters['inputType'] === 'base64') return undefined
    return {
      method: 'POST',
      url: 'https://api.openai.com/v1/chat/completions',
      body: {
        model: model || 'gpt-4o',
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: parameters['text'] ?? '' },
              { type: 'image_url', image_url: { url: urls } },
            ],
          },
        ],
      },
      note: 'Sends a request. Choose a credential with your key.',
      items: "return items.map((item) => ({ content: item.choices?.[0]?.message?.content ?? '' }))",
    }
  },
}

/** A table that begins with the names of its columns. */
const TABLE =
  "const [names = [], ...rows] = items[0]?.values ?? []\nreturn rows.map((row, index) => ({ row_number: index + 2, ...Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])) }))"

function sheetName(value: unknown): string {
  const held = record(value)
  const name = text(held['cachedResultName']) || inside(value)
  return name === '' || name.startsWith('gid=') ? 'Sheet1' : name.includes('{{') ? name : encodeURIComponent(name)
}

/** A service's node as one request; nothing for operations that are more than that. */
export function mapService(map: FlowMap, turn: Turn): Mapped | string | undefined {
  const { type } = turn.node
  const describe = Object.hasOwn(CALLS, type)
    ? CALLS[type]
    : Object.hasOwn(GOOGLE_CALLS, type)
      ? GOOGLE_CALLS[type]
      : undefined
  const call = describe?.(turn.node)
  if (!call) return undefined
  const isOpen = call.isOpen === true || type === 'hackerNews' || type === 'rssFeedRead'
  const mapped = addRequest(
    map,
    turn,
    {
      method: call.method,
      url: call.url,
      headers: call.headers ?? [],
      query: [],
      ...(call.body !== undefined && { bodyType: call.isRaw === true ? 'raw' : 'json', body: call.body }),
      asText: type === 'rssFeedRead',
    },
    { note: call.note, isSigned: !isOpen },
  )
  if (typeof mapped === 'string' || call.items === undefined) return mapped
  const [exit] = mapped.exits(0)
  const after = { ...turn, inputs: [mapped.source], input: mapped.source, ways: exit ? [exit] : [] }
  const work = call.items.includes('listOf(')
    ? `const listOf = (value) => (Array.isArray(value) ? value : [])\n${call.items}`
    : call.items
  const id = map.addCode(
    work,
    { ...after, node: { ...turn.node, onError: '', retries: undefined } },
    { label: `Items of ${turn.node.name}` },
  )
  map.connect(after.ways, id, turn.node)
  map.tell(turn.node, 'different', [id], call.note)
  return {
    ...mapped,
    exits: (output) => (output > 0 ? mapped.exits(output) : [{ id }]),
    source: fromCode(id, call.isMany === true),
  }
}
