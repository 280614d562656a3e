import type en from '../en/comparisons.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof en> = {
  title: 'Version {{base}} und Version {{candidate}}',
  cases: 'Fälle',
  progress: 'Wie weit der Vergleich ist',
  running_one: '{{done}} von {{count}} Fall verglichen …',
  running_other: '{{done}} von {{count}} Fällen verglichen …',
  failed: 'Der Vergleich brach ab: {{reason}}',
  cancelled: 'Der Vergleich wurde angehalten.',
  none: 'Es gab nichts zu fragen: Von diesem Flow ist keine Antwort aufgezeichnet.',
  conclusion: {
    regression: 'Die neuere Version antwortet schlechter.',
    'no-regression': 'Nichts wurde schlechter.',
    'not-enough': 'Zu viel ist unklar, um zu sagen, dass nichts schlechter wurde.',
  },
  count: {
    worse: '{{count}} schlechter',
    different: '{{count}} anders',
    unclear: '{{count}} unklar',
    better: '{{count}} besser',
    same: '{{count}} gleich',
  },
  verdict: { worse: 'Schlechter', different: 'Anders', unclear: 'Unklar', better: 'Besser', same: 'Gleich' },
  flips: 'Noch einmal gefragt, antwortet die ältere Version in {{rate}} der Fälle anders',
  asked_one: '{{count}} Aufruf gefragt für {{price}}',
  asked_other: '{{count}} Aufrufe gefragt für {{price}}',
  proved: 'Aus der Aufzeichnung bekannt',
  departs: 'Weicht ab bei {{node}}',
  missing: 'Ließ sich nicht beurteilen: {{reason}}',
  judged: 'Vorgezogen wurde die ältere {{base}}-mal, die neuere {{candidate}}-mal, keine {{tie}}-mal',
  base: 'Älter',
  candidate: 'Neuer',
  passed: '{{passed}} von {{count}} wie erwartet',
  noWords: 'Ohne Worte',
  noAnswer: 'Keine Antwort',
}

export default texts
