import { defineService } from '../define-service.ts'
import { given, keep, listAt, textAt } from '../read-body.ts'
import { choice, limit, pick, record, text } from '../service-inputs.ts'
import { get, patch, path, post } from '../service-request.ts'
import { operation, type ServiceCalls } from '../service.ts'
import { pageText, paragraphs, plainPage, postPages, titleOf } from './page-text.ts'

const page = text('Page', { description: 'The ID of a page.' })
const database = pick('databases', 'Database', { description: "The database's ID." })
const properties = {
  description: 'In Notion\'s form, such as {"Name": {"title": [{"text": {"content": "Tea"}}]}}.',
}
const reading = { isReading: true } as const

export default defineService({
  name: 'notion',
  label: 'Notion',
  description: 'Searches, reads and writes pages and databases in Notion.',
  icon: 'notion.svg',
  color: '#111827',
  keywords: ['wiki', 'notes', 'pages', 'database'],
  documentation: 'https://developers.notion.com',
  verifiedWith: '@notionhq/client 2.3.0',
  credential: ['notionApi'],
  base: 'https://api.notion.com/v1',
  headers: { 'notion-version': '2022-06-28' },
  sign: ({ notionIntegrationToken }) => ({ headers: { authorization: `Bearer ${notionIntegrationToken ?? ''}` } }),
  operations: [
    operation({
      name: 'search',
      label: 'Search',
      description: 'Finds pages and databases by title.',
      effect: 'reads',
      inputs: {
        query: text('Words', { optional: true }),
        kind: choice('Kind', { all: 'Pages and databases', page: 'Pages', database: 'Databases' }, { default: 'all' }),
        limit: limit(500),
      },
      paging: postPages,
      request: ({ query, kind }) =>
        post(
          '/search',
          given({ query, filter: kind === 'all' ? undefined : { property: 'object', value: kind } }),
          reading,
        ),
      result: (body) =>
        listAt(body, '').map((each) => ({
          ...(keep(each, ['id', 'kind:object', 'url', 'changed:last_edited_time']) as object),
          title: titleOf(each),
        })),
    }),
    operation({
      name: 'readPage',
      label: 'Read a page',
      description: 'Reads the properties and the text of a page.',
      effect: 'reads',
      inputs: { page },
      async run({ page: id }, calls) {
        const facts = plainPage(await calls.send(get(path`/pages/${id}`)))
        return { ...facts, text: await pageText(calls, id) }
      },
    }),
    operation({
      name: 'queryDatabase',
      label: 'Query a database',
      description: 'Lists the pages of a database, filtered and sorted.',
      effect: 'reads',
      inputs: {
        database,
        filter: record('Filter', { description: "A filter in Notion's form.", optional: true }),
        sortBy: text('Sort by', { description: 'The name of a property.', optional: true }),
        limit: limit(1000),
      },
      paging: postPages,
      request: ({ database: id, filter, sortBy }) =>
        post(
          path`/databases/${id}/query`,
          given({ filter, sorts: sortBy ? [{ property: sortBy, direction: 'ascending' }] : undefined }),
          reading,
        ),
      result: (body) => listAt(body, '').map(plainPage),
    }),
    operation({
      name: 'createPage',
      label: 'Create a page',
      description: 'Creates a page below another one.',
      effect: 'writes',
      inputs: { page, title: text('Title'), content: text('Text', { rows: 6, optional: true }) },
      request: ({ page: parent, title, content }) =>
        post(
          '/pages',
          given({
            parent: { page_id: parent },
            properties: { title: { title: [{ text: { content: title } }] } },
            children: content ? paragraphs(content) : undefined,
          }),
        ),
      result: (body) => keep(body, ['id', 'url']),
    }),
    operation({
      name: 'createRow',
      label: 'Create a database page',
      description: 'Adds a page to a database.',
      effect: 'writes',
      inputs: {
        database,
        properties: record('Properties', properties),
        content: text('Text', { rows: 6, optional: true }),
      },
      request: ({ database: id, properties: values, content }) =>
        post(
          '/pages',
          given({
            parent: { database_id: id },
            properties: values,
            children: content ? paragraphs(content) : undefined,
          }),
        ),
      result: plainPage,
    }),
    operation({
      name: 'updatePage',
      label: 'Change properties',
      description: 'Changes the properties of a page.',
      effect: 'writes',
      inputs: { page, properties: record('Properties', properties) },
      request: ({ page: id, properties: values }) => patch(path`/pages/${id}`, { properties: values }),
      result: plainPage,
    }),
    operation({
      name: 'appendText',
      label: 'Append text',
      description: 'Adds paragraphs at the end of a page.',
      effect: 'writes',
      inputs: { page, content: text('Text', { rows: 6 }) },
      request: ({ page: id, content }) => patch(path`/blocks/${id}/children`, { children: paragraphs(content) }),
      result: (body) => ({ blocks: listAt(body, 'results').length }),
    }),
    operation({
      name: 'archivePage',
      label: 'Move to trash',
      description: 'Moves a page to the trash.',
      effect: 'writes',
      inputs: { page },
      request: ({ page: id }) => patch(path`/pages/${id}`, { archived: true }),
      result: (body) => keep(body, ['id', 'archived']),
    }),
  ],
  lists: {
    async databases(calls) {
      const request = post('/search', { filter: { property: 'object', value: 'database' } }, reading)
      const found = await calls.sendAll(request, postPages, 500)
      return found.map((each) => ({ label: titleOf(each) || 'Untitled', name: textAt(each, 'id') }))
    },
  },
  loaders: [
    {
      name: 'notionPage',
      label: 'Notion Page',
      description: 'Loads the text of a Notion page.',
      inputs: { pageId: text('Page ID') },
      load: async ({ pageId }, calls) => [await loadPage(calls, String(pageId))],
    },
    {
      name: 'notionDB',
      label: 'Notion Database',
      description: 'Loads the pages of a Notion database.',
      inputs: { databaseId: pick('databases', 'Database') },
      async load({ databaseId }, calls) {
        const request = post(path`/databases/${String(databaseId)}/query`, {}, reading)
        const documents = []
        for (const each of await calls.sendAll(request, postPages, 1000)) {
          documents.push(await loadPage(calls, textAt(each, 'id')))
        }
        return documents
      },
    },
  ],
})

async function loadPage(calls: ServiceCalls, id: string) {
  const found = await calls.send(get(path`/pages/${id}`))
  const metadata = { ...plainPage(found), source: textAt(found, 'url'), title: titleOf(found) }
  return { pageContent: await pageText(calls, id), metadata }
}
