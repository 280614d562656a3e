import type en from '../en/mcp-servers.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof en> = {
  page: 'Werkzeuge',
  title: 'MCP-Server',
  tabs: { label: 'Arten von Werkzeugen', tools: 'Werkzeuge', servers: 'MCP-Server' },
  add: 'MCP-Server hinzufügen',
  edit: '{{name}} bearbeiten',
  empty: 'Lass Flows Werkzeuge anderer Produkte benutzen',
  emptyText:
    'Füge einen Server hinzu, der das Model Context Protocol spricht, melde dich an, wo er es verlangt, und benutze ihn mit dem Knoten „MCP Server“.',
  name: 'Name',
  nameMissing: 'Gib ihm einen Namen.',
  address: 'Adresse',
  addressHelp: 'Wo er MCP über Streamable HTTP spricht.',
  addressWrong: 'Gib eine ganze Adresse ein, etwa https://example.com/mcp.',
  auth: { title: 'Anmeldung', NONE: 'Nicht nötig', OAUTH: 'Im Browser (OAuth)', CUSTOM_HEADERS: 'Mit einem Header' },
  authHelp: {
    NONE: 'Wer die Adresse kennt, darf ihn benutzen',
    OAUTH: 'Du erlaubst es auf einer Seite des anderen Produkts',
    CUSTOM_HEADERS: 'Ein Schlüssel oder Token, das du hast',
  },
  header: 'Header',
  headerMissing: 'Nenne den Header.',
  headerValue: 'Wert',
  headerValueMissing: 'Gib den Wert ein, der gesendet wird.',
  clientId: 'Client-Id',
  clientIdHelp: 'Nur für Server, bei denen sich Clients nicht selbst anmelden.',
  clientSecret: 'Client-Secret',
  scope: 'Scope',
  scopeHelp: 'Ohne Angabe wird verlangt, was der Server nennt.',
  saveAndConnect: 'Speichern und verbinden',
  connect: 'Verbinden',
  again: 'Auffrischen',
  connectOf: '{{name}} verbinden',
  againOf: '{{name}} auffrischen',
  connected_one: '{{name}} bietet ein Werkzeug.',
  connected_other: '{{name}} bietet {{count}} Werkzeuge.',
  menu: 'Menü',
  menuOf: 'Menü von {{name}}',
  state: {
    title: 'Zustand',
    PENDING: 'Noch nicht verbunden',
    ERROR: 'Funktioniert nicht',
    tools_one: 'Ein Werkzeug',
    tools_other: '{{count}} Werkzeuge',
  },
  back: {
    connected: 'Der Server ist verbunden. Seine Werkzeuge können jetzt benutzt werden.',
    failed: 'Der Server konnte nicht verbunden werden. Der Grund steht daneben; versuche es noch einmal.',
  },
  delete: {
    title: '{{name}} löschen?',
    text: 'Flows, die ihn benutzen, schlagen fehl, bis sie einen anderen benutzen. Was du erlaubt hast, wird hier vergessen.',
    done: '{{name}} wurde gelöscht.',
  },
}

export default texts
