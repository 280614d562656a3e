// Which published advisories concern what a bill of materials lists, by the API of OSV (https://google.github.io/osv.dev/api).

const MOST_QUERIES = 1000
const ANSWER_MS = 30_000

/**
 * Throws where OSV can't be asked, or answers something else than its API says: then nothing is known.
 * @param {{ components: readonly { purl: string }[] }} bill
 * @param {{ address: string }} osv
 * @returns {Promise<{ asked: number, advisories: { id: string, purls: string[], summary: string, severity: string, fixed: string[] }[] }>}
 */
export async function findAdvisories(bill, { address }) {
  const purls = [...new Set(bill.components.map(({ purl }) => purl))]
  const concerned = new Map()
  for (let open = purls.map((purl) => ({ purl })); open.length > 0;) {
    const queries = open.splice(0, MOST_QUERIES)
    const { results } = await ask(`${address}/v1/querybatch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        queries: queries.map(({ purl, token }) => ({ package: { purl }, ...(token && { page_token: token }) })),
      }),
    })
    if (results?.length !== queries.length) throw new Error('OSV answered another number of packages than were asked')
    for (const [index, { vulns = [], next_page_token: token }] of results.entries()) {
      const { purl } = queries[index]
      for (const { id } of vulns) concerned.set(id, new Set([...(concerned.get(id) ?? []), purl]))
      if (token) open.push({ purl, token })
    }
  }
  const advisories = []
  for (const [id, found] of concerned) {
    const advisory = await ask(`${address}/v1/vulns/${encodeURIComponent(id)}`)
    if (advisory.id !== id) throw new Error(`OSV answered another advisory than ${id}`)
    if (!advisory.withdrawn) advisories.push(describe(advisory, [...found].sort()))
  }
  return { asked: purls.length, advisories: advisories.sort((one, other) => (one.id < other.id ? -1 : 1)) }
}

function describe({ id, summary, details, database_specific: other, severity, affected = [] }, purls) {
  const events = affected.flatMap(({ ranges = [] }) => ranges.flatMap(({ events: each = [] }) => each))
  return {
    id,
    purls,
    summary: summary ?? details?.split('\n', 1)[0] ?? 'No summary',
    severity: other?.severity?.toLowerCase() ?? severity?.[0]?.score ?? 'unrated',
    fixed: [...new Set(events.flatMap(({ fixed }) => fixed ?? []))],
  }
}

async function ask(url, options) {
  const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(ANSWER_MS) })
  if (!answer.ok) throw new Error(`OSV answered ${answer.status}`)
  return answer.json()
}
