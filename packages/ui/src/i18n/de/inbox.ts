import type en from '../en/inbox.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof en> = {
  title: 'Posteingang',
  empty: 'Nichts zu prüfen',
  emptyText:
    'Hier stehen 30 Tage lang Antworten, die schlecht bewertet wurden, fehlschlugen, eine Grenze erreichten, nichts fanden, langsam oder teuer waren.',
  week_one: '{{count}} Antwort zu prüfen in den letzten sieben Tagen, {{before}} in den sieben davor',
  week_other: '{{count}} Antworten zu prüfen in den letzten sieben Tagen, {{before}} in den sieben davor',
  filter: 'Grund',
  all: 'Alle Gründe',
  reason: {
    'rated-down': 'Daumen nach unten',
    failed: 'Fehlgeschlagen',
    limit: 'Grenze erreicht',
    'found-nothing': 'Nichts gefunden',
    slow: 'Langsam',
    expensive: 'Teuer',
  },
  column: { asked: 'Gefragt', why: 'Warum', flow: 'Flow', when: 'Wann', actions: 'Aktionen' },
  tokens: '{{count}} Tokens',
  noWords: 'Kein Text',
  open: 'Lauf von „{{question}}“ öffnen',
  searchIn: 'In {{store}} suchen',
  searchFor: 'In {{store}} nach „{{question}}“ suchen',
  dismiss: '„{{question}}“ verwerfen',
  dismissed: 'Verworfen.',
  putBack: 'Wiederherstellen',
  more: 'Mehr anzeigen',
  failed: 'Das hat nicht funktioniert: {{reason}}',
}

export default texts
