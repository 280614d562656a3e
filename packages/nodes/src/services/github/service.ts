import { defineService } from '../define-service.ts'
import { linkPages } from '../paging.ts'
import { given, keep, textAt } from '../read-body.ts'
import { choice, limit, list, pick, text } from '../service-inputs.ts'
import { deepPath, get, patch, path, post } from '../service-request.ts'
import { operation } from '../service.ts'

const repository = pick('repositories', 'Repository', { description: 'Owner and name, such as octo/tea.' })
const issue = text('Number', { description: 'The number of an issue or pull request.' })
const body = text('Text', { description: 'In Markdown.', rows: 6 })
const pages = linkPages('', { size: { name: 'per_page', most: 100 } })
const searchPages = linkPages('items', { size: { name: 'per_page', most: 100 } })
const ISSUE = ['number', 'title', 'state', 'body', 'author:user.login', 'link:html_url', 'created:created_at', 'labels']
const repo = (name: string): string => `/repos/${deepPath('repository', name)}`

export default defineService({
  name: 'github',
  label: 'GitHub API',
  description: 'Reads and writes issues, pull requests and files on GitHub.',
  icon: 'github.svg',
  color: '#4b5563',
  keywords: ['git', 'issues', 'pull requests'],
  documentation: 'https://docs.github.com/rest',
  verifiedWith: '@octokit/rest 22.0.1',
  credential: ['githubApi'],
  base: 'https://api.github.com',
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28', 'user-agent': 'Chatwright' },
  sign: ({ accessToken }) => ({ headers: { authorization: `Bearer ${accessToken ?? ''}` } }),
  operations: [
    operation({
      name: 'listIssues',
      label: 'List issues',
      description: 'Lists the issues of a repository, newest first.',
      effect: 'reads',
      inputs: {
        repository,
        state: choice('State', { open: 'Open', closed: 'Closed', all: 'All' }, { default: 'open' }),
        labels: text('Labels', { description: 'Names, separated by commas.', optional: true }),
        limit: limit(1000),
      },
      paging: pages,
      request: ({ repository: of, state, labels }) => get(`${repo(of)}/issues`, { state, labels }),
      result: (found) => keep(found, ISSUE),
    }),
    operation({
      name: 'getIssue',
      label: 'Get an issue',
      description: 'Reads an issue or pull request.',
      effect: 'reads',
      inputs: { repository, issue },
      request: ({ repository: of, issue: number }) => get(`${repo(of)}${path`/issues/${number}`}`),
      result: (found) => keep(found, ISSUE),
    }),
    operation({
      name: 'createIssue',
      label: 'Create an issue',
      description: 'Creates an issue.',
      effect: 'writes',
      inputs: {
        repository,
        title: text('Title'),
        body,
        labelNames: list('Labels', { description: 'Names of labels.', optional: true }),
        assignees: list('Assignees', { description: 'User names.', optional: true }),
      },
      request: ({ repository: of, title, body: words, labelNames, assignees }) =>
        post(`${repo(of)}/issues`, given({ title, body: words, labels: labelNames, assignees })),
      result: (found) => keep(found, ISSUE),
    }),
    operation({
      name: 'updateIssue',
      label: 'Change an issue',
      description: 'Changes an issue. Fields that are left out stay.',
      effect: 'writes',
      inputs: {
        repository,
        issue,
        title: text('Title', { optional: true }),
        newState: choice('State', { open: 'Open', closed: 'Closed' }, { optional: true }),
        labelNames: list('Labels', { description: 'Names of labels.', optional: true }),
      },
      request: ({ repository: of, issue: number, title, newState, labelNames }) =>
        patch(`${repo(of)}${path`/issues/${number}`}`, given({ title, state: newState, labels: labelNames })),
      result: (found) => keep(found, ISSUE),
    }),
    operation({
      name: 'addComment',
      label: 'Add a comment',
      description: 'Adds a comment to an issue or pull request.',
      effect: 'writes',
      inputs: { repository, issue, body },
      request: ({ repository: of, issue: number, body: words }) =>
        post(`${repo(of)}${path`/issues/${number}/comments`}`, { body: words }),
      result: (found) => keep(found, ['id', 'link:html_url']),
    }),
    operation({
      name: 'listPullRequests',
      label: 'List pull requests',
      description: 'Lists the pull requests of a repository, newest first.',
      effect: 'reads',
      inputs: {
        repository,
        state: choice('State', { open: 'Open', closed: 'Closed', all: 'All' }, { default: 'open' }),
        limit: limit(1000),
      },
      paging: pages,
      request: ({ repository: of, state }) => get(`${repo(of)}/pulls`, { state }),
      result: (found) => keep(found, [...ISSUE, 'branch:head.ref', 'base:base.ref']),
    }),
    operation({
      name: 'search',
      label: 'Search issues',
      description: "Finds issues and pull requests with GitHub's search words.",
      effect: 'reads',
      inputs: { query: text('Search', { description: 'Such as "repo:octo/tea is:open crash".' }), limit: limit(500) },
      paging: searchPages,
      request: ({ query }) => get('/search/issues', { q: query }),
      result: (found) => keep(found, ISSUE),
    }),
    operation({
      name: 'readFile',
      label: 'Read a file',
      description: 'Reads a file of a repository.',
      effect: 'reads',
      inputs: {
        repository,
        place: text('File', { description: 'Its path, such as docs/README.md.' }),
        branch: text('Branch', { description: 'Leave empty for the default branch.', optional: true }),
      },
      request: ({ repository: of, place, branch }) =>
        get(
          `${repo(of)}/contents/${deepPath('place', place)}`,
          { ref: branch },
          {
            answer: 'text',
            headers: { accept: 'application/vnd.github.raw+json' },
          },
        ),
    }),
  ],
  lists: {
    async repositories(calls) {
      const found = await calls.sendAll(get('/user/repos', { sort: 'pushed' }), pages, 300)
      return found.map((each) => ({ label: textAt(each, 'full_name'), name: textAt(each, 'full_name') }))
    },
  },
  events: [
    {
      name: 'newIssue',
      label: 'New issue',
      description: 'An issue or pull request is opened.',
      inputs: { repository },
      async poll({ repository: of }, calls, cursor) {
        if (cursor === undefined) return { events: [], cursor: new Date(calls.context.now()).toISOString() }
        const request = get(`${repo(String(of))}/issues`, { state: 'all', sort: 'created', direction: 'desc' })
        const found = (await calls.sendAll(request, pages, 100)).filter((each) => textAt(each, 'created_at') > cursor)
        const events = found.toReversed().map((each) => ({
          id: textAt(each, 'id'),
          data: keep(each, ISSUE) as Record<string, unknown>,
        }))
        return { events, cursor: textAt(found[0], 'created_at') || cursor }
      },
    },
  ],
})
