import { Octokit } from '@octokit/rest'
import { capture } from '../capture.mjs'

await capture('github', (baseUrl) => {
  const github = new Octokit({ auth: 'github_pat_1', baseUrl })
  const service = 'github'
  const repository = 'octo/tea'
  const of = { owner: 'octo', repo: 'tea' }
  return [
    {
      service,
      operation: 'listIssues',
      inputs: { repository, labels: 'bug', limit: 10 },
      answers: [[]],
      call: () => github.issues.listForRepo({ ...of, state: 'open', labels: 'bug', per_page: 10 }),
    },
    {
      service,
      operation: 'getIssue',
      inputs: { repository, issue: '7' },
      call: () => github.issues.get({ ...of, issue_number: 7 }),
    },
    {
      service,
      operation: 'createIssue',
      inputs: { repository, title: 'Leak', body: 'Here', labelNames: ['bug'] },
      call: () => github.issues.create({ ...of, title: 'Leak', body: 'Here', labels: ['bug'] }),
    },
    {
      service,
      operation: 'updateIssue',
      inputs: { repository, issue: '7', newState: 'closed' },
      call: () => github.issues.update({ ...of, issue_number: 7, state: 'closed' }),
    },
    {
      service,
      operation: 'addComment',
      inputs: { repository, issue: '7', body: 'Fixed' },
      call: () => github.issues.createComment({ ...of, issue_number: 7, body: 'Fixed' }),
    },
    {
      service,
      operation: 'listPullRequests',
      inputs: { repository, limit: 10 },
      answers: [[]],
      call: () => github.pulls.list({ ...of, state: 'open', per_page: 10 }),
    },
    {
      service,
      operation: 'search',
      inputs: { query: 'repo:octo/tea crash', limit: 10 },
      answers: [{ items: [] }],
      call: () => github.search.issuesAndPullRequests({ q: 'repo:octo/tea crash', per_page: 10 }),
    },
    {
      service,
      operation: 'readFile',
      inputs: { repository, place: 'docs/tea.md', branch: 'main' },
      call: () => github.repos.getContent({ ...of, path: 'docs/tea.md', ref: 'main', mediaType: { format: 'raw' } }),
    },
  ]
})
