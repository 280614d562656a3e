import { Client } from '@notionhq/client'
import { capture } from '../capture.mjs'

await capture('notion', (baseUrl) => {
  const notion = new Client({ auth: 'ntn_1', baseUrl })
  const service = 'notion'
  const properties = { Name: { title: [{ text: { content: 'Tea' } }] } }
  const paragraph = {
    object: 'block',
    type: 'paragraph',
    paragraph: { rich_text: [{ type: 'text', text: { content: 'Assam' } }] },
  }
  return [
    {
      service,
      operation: 'search',
      inputs: { query: 'tea', kind: 'page', limit: 10 },
      call: () => notion.search({ query: 'tea', filter: { property: 'object', value: 'page' }, page_size: 10 }),
    },
    {
      service,
      operation: 'readPage',
      inputs: { page: 'p1' },
      async call() {
        await notion.pages.retrieve({ page_id: 'p1' })
        await notion.blocks.children.list({ block_id: 'p1', page_size: 100 })
      },
    },
    {
      service,
      operation: 'queryDatabase',
      inputs: { database: 'd1', filter: { property: 'Name', title: { equals: 'Tea' } }, sortBy: 'Name', limit: 10 },
      call: () =>
        notion.databases.query({
          database_id: 'd1',
          filter: { property: 'Name', title: { equals: 'Tea' } },
          sorts: [{ property: 'Name', direction: 'ascending' }],
          page_size: 10,
        }),
    },
    {
      service,
      operation: 'createPage',
      inputs: { page: 'p1', title: 'Tea', content: 'Assam' },
      call: () =>
        notion.pages.create({
          parent: { page_id: 'p1' },
          properties: { title: { title: [{ text: { content: 'Tea' } }] } },
          children: [paragraph],
        }),
    },
    {
      service,
      operation: 'createRow',
      inputs: { database: 'd1', properties },
      call: () => notion.pages.create({ parent: { database_id: 'd1' }, properties }),
    },
    {
      service,
      operation: 'updatePage',
      inputs: { page: 'p1', properties },
      call: () => notion.pages.update({ page_id: 'p1', properties }),
    },
    {
      service,
      operation: 'appendText',
      inputs: { page: 'p1', content: 'Assam' },
      call: () => notion.blocks.children.append({ block_id: 'p1', children: [paragraph] }),
    },
    {
      service,
      operation: 'archivePage',
      inputs: { page: 'p1' },
      call: () => notion.pages.update({ page_id: 'p1', archived: true }),
    },
  ]
})
