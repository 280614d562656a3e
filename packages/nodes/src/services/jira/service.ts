import { NodeError } from '@chatwright/core'
import { defineService } from '../define-service.ts'
import { tokenPages } from '../paging.ts'
import { at, given, keep, listAt, textAt } from '../read-body.ts'
import { limit, pick, record, text } from '../service-inputs.ts'
import { get, path, post, put } from '../service-request.ts'
import { operation } from '../service.ts'

const issue = text('Issue', { description: 'Its key, such as TEA-12.' })
const KEPT = [
  'key',
  'summary:fields.summary',
  'status:fields.status.name',
  'type:fields.issuetype.name',
  'assignee:fields.assignee.displayName',
  'priority:fields.priority.name',
  'created:fields.created',
  'changed:fields.updated',
]
const FIELDS = 'summary,status,issuetype,assignee,priority,created,updated,description'
const pages = tokenPages('issues', {
  from: 'nextPageToken',
  to: 'nextPageToken',
  size: { name: 'maxResults', most: 100 },
})

export default defineService({
  name: 'jira',
  label: 'Jira',
  description: 'Finds, creates and changes issues in Jira.',
  icon: 'jira.svg',
  color: '#0052cc',
  keywords: ['atlassian', 'issues', 'tickets', 'bugs'],
  documentation: 'https://developer.atlassian.com/cloud/jira/platform/rest/v3',
  credential: ['jiraApi'],
  base({ host = '' }) {
    const site = host.trim().replace(/(?<!\/)\/+$/, '')
    if (site.startsWith('https://') && URL.canParse(site)) return `${site}/rest/api/3`
    throw new NodeError("The credential's site isn't an address that starts with https://.", {
      code: 'wrong-credential',
      field: 'credential',
      hint: 'Enter an address such as https://example.atlassian.net.',
    })
  },
  sign({ username = '', accessToken = '' }) {
    const pair = Buffer.from(`${username}:${accessToken}`).toString('base64')
    return { headers: { authorization: `Basic ${pair}` } }
  },
  operations: [
    operation({
      name: 'searchIssues',
      label: 'Search issues',
      description: 'Finds issues with JQL.',
      effect: 'reads',
      inputs: { jql: text('JQL', { placeholder: 'project = TEA AND status != Done' }), limit: limit(1000) },
      paging: pages,
      request: ({ jql }) => get('/search/jql', { jql, fields: FIELDS }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'getIssue',
      label: 'Get an issue',
      description: 'Reads an issue with its description.',
      effect: 'reads',
      inputs: { issue },
      request: ({ issue: key }) => get(path`/issue/${key}`),
      result: (body) => ({ ...(keep(body, KEPT) as object), text: plainText(at(body, 'fields.description')) }),
    }),
    operation({
      name: 'createIssue',
      label: 'Create an issue',
      description: 'Creates an issue.',
      effect: 'writes',
      inputs: {
        project: pick('projects', 'Project', { description: "The project's key." }),
        type: text('Type', { default: 'Task' }),
        summary: text('Summary'),
        content: text('Description', { rows: 6, optional: true }),
        more: record('More fields', { description: "In Jira's form.", optional: true }),
      },
      request: ({ project, type, summary, content, more }) =>
        post('/issue', {
          fields: {
            ...given({
              project: { key: project },
              issuetype: { name: type },
              summary,
              description: content && paragraph(content),
            }),
            ...more,
          },
        }),
      result: (body) => keep(body, ['id', 'key']),
    }),
    operation({
      name: 'updateIssue',
      label: 'Change an issue',
      description: 'Changes fields of an issue.',
      effect: 'writes',
      inputs: { issue, fields: record('Fields', { description: 'Such as {"summary": "New title"}.' }) },
      request: ({ issue: key, fields }) => put(path`/issue/${key}`, { fields }),
      result: () => ({ isChanged: true }),
    }),
    operation({
      name: 'addComment',
      label: 'Add a comment',
      description: 'Adds a comment to an issue.',
      effect: 'writes',
      inputs: { issue, comment: text('Text', { rows: 4 }) },
      request: ({ issue: key, comment }) => post(path`/issue/${key}/comment`, { body: paragraph(comment) }),
      result: (body) => keep(body, ['id', 'created']),
    }),
    operation({
      name: 'moveIssue',
      label: 'Change the status',
      description: 'Moves an issue to another status.',
      effect: 'writes',
      inputs: { issue, status: text('Status', { description: 'Such as Done.' }) },
      async run({ issue: key, status }, calls) {
        const transitions = listAt(await calls.send(get(path`/issue/${key}/transitions`)), 'transitions')
        const names = transitions.map((each) => textAt(each, 'to.name'))
        const found = transitions.find((each) => textAt(each, 'to.name').toLowerCase() === status.trim().toLowerCase())
        if (!found) {
          throw new NodeError(`The issue can't move to "${status}".`, {
            code: 'bad-input',
            field: 'status',
            hint: `It can move to: ${names.join(', ') || 'no other status'}.`,
          })
        }
        await calls.send(post(path`/issue/${key}/transitions`, { transition: { id: textAt(found, 'id') } }))
        return { status: textAt(found, 'to.name') }
      },
    }),
  ],
  lists: {
    async projects(calls) {
      const found = listAt(await calls.send(get('/project/search', { maxResults: 200 })), 'values')
      return found.map((each) => ({ label: textAt(each, 'name'), name: textAt(each, 'key') }))
    },
  },
})

/** A text in Atlassian's document format. */
function paragraph(words: string): object {
  const content = words.split('\n').map((line) => ({
    type: 'paragraph',
    content: line === '' ? [] : [{ type: 'text', text: line }],
  }))
  return { type: 'doc', version: 1, content }
}

function plainText(node: unknown, depth = 0): string {
  if (depth > 50) return ''
  const own = textAt(node, 'text')
  const inner = listAt(node, 'content').map((each) => plainText(each, depth + 1))
  return own + inner.join(textAt(node, 'type') === 'doc' ? '\n' : '')
}
