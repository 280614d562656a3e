import type credentials from '../en/credentials.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof credentials> = {
  title: 'Zugangsdaten',
  tabs: { label: 'Zugangsdaten und Variablen', credentials: 'Zugangsdaten', variables: 'Variablen' },
  add: 'Zugangsdaten hinzufügen',
  addKind: 'Zugangsdaten für {{kind}}',
  edit: 'Zugangsdaten bearbeiten',
  search: 'Zugangsdaten suchen',
  name: 'Name der Zugangsdaten',
  nameHelp: 'So findest du sie in den Knoten, die sie brauchen.',
  otherKind: 'Andere Art',
  test: 'Verbindung testen',
  secretsKept: 'Geheimnisse liegen verschlüsselt und werden nie wieder gezeigt. Leer lassen heißt: bleibt, wie es ist.',
  kind: { title: 'Welche Art von Zugangsdaten?', search: 'Arten suchen' },
  column: { name: 'Name', kind: 'Art', updated: 'Zuletzt geändert', created: 'Angelegt', actions: 'Aktionen' },
  row: { menu: 'Aktionen für {{name}}' },
  delete: {
    title: '„{{name}}“ löschen?',
    text: 'Die Geheimnisse sind dann endgültig weg. Das lässt sich nicht rückgängig machen.',
    done: '„{{name}}“ gelöscht',
  },
  empty: {
    title: 'Schlüssel und Logins der Dienste, mit denen deine Flows sprechen',
    text: 'Sie liegen verschlüsselt, und ein gespeichertes Geheimnis wird nie wieder gezeigt.',
    learn: 'Flows ansehen, die keine brauchen',
  },
  variables: {
    add: 'Variable hinzufügen',
    edit: 'Variable bearbeiten',
    search: 'Variablen suchen',
    name: 'Name',
    nameHelp: 'Buchstaben, Ziffern, Unterstriche. In Flows: {{use}}',
    value: 'Wert',
    secret: 'Geheim',
    secretHelp: 'Liegt verschlüsselt und wird nie wieder gezeigt.',
    keepValue: 'Leer lassen heißt: der Wert bleibt.',
    source: 'Woher der Wert kommt',
    static: 'Hier gespeichert',
    runtime: 'Umgebung des Servers',
    runtimeHelp: 'Wird bei jedem Lauf aus der gleichnamigen Umgebungsvariable gelesen.',
    use: 'In Flows',
    badName: 'Buchstaben, Ziffern und Unterstriche, am Anfang ein Buchstabe.',
    empty: {
      title: 'Werte, die viele Flows teilen',
      text: 'Einmal hier aufschreiben und in jedem Prompt, Feld oder Code verwenden.',
    },
    delete: {
      title: '„{{name}}“ löschen?',
      text: 'Flows, die sie verwenden, laufen dann nicht mehr. Das lässt sich nicht rückgängig machen.',
      done: '„{{name}}“ gelöscht',
    },
    copyUse: '{{use}} kopieren',
    hidden: 'Geheim',
    fromEnvironment: 'Aus der Umgebung',
  },
}

export default texts
