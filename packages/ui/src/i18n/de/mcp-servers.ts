import type en from '../en/mcp-servers.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof en> = {
  page: 'Werkzeuge',
  title: 'MCP-Server',
  tabs: { label: 'Arten von Werkzeugen', tools: 'Werkzeuge', servers: 'MCP-Server' },
  add: 'MCP-Server hinzufügen',
  edit: '{{name}} bearbeiten',
  empty: 'Werkzeuge anderer Produkte in Flows nutzen',
  emptyText:
    'Verbinden Sie einen MCP-Server (Model Context Protocol) und melden Sie sich bei Bedarf an. Flows nutzen ihn über den Knoten „MCP Server“.',
  name: 'Name',
  nameMissing: 'Geben Sie einen Namen ein.',
  address: 'Adresse',
  addressHelp: 'Der MCP-Endpunkt des Servers (Streamable HTTP).',
  addressWrong: 'Geben Sie eine vollständige URL ein, zum Beispiel https://example.com/mcp.',
  auth: {
    title: 'Authentifizierung',
    NONE: 'Keine Authentifizierung',
    OAUTH: 'Anmeldung im Browser (OAuth)',
    CUSTOM_HEADERS: 'Header',
  },
  authHelp: {
    NONE: 'Alle mit der Adresse können ihn nutzen',
    OAUTH: 'Sie erlauben den Zugriff auf der Seite des Anbieters',
    CUSTOM_HEADERS: 'Ein Schlüssel oder Token, den Sie schon haben',
  },
  header: 'Name des Headers',
  headerMissing: 'Geben Sie den Namen des Headers ein.',
  headerValue: 'Wert',
  headerValueMissing: 'Geben Sie den Wert des Headers ein.',
  clientId: 'Client-ID',
  clientIdHelp: 'Nur für Server ohne automatische Client-Registrierung.',
  clientSecret: 'Client-Secret',
  scope: 'Scope',
  scopeHelp: 'Leer lassen, um die Standard-Scopes des Servers anzufordern.',
  saveAndConnect: 'Speichern und verbinden',
  connect: 'Verbinden',
  again: 'Aktualisieren',
  connectOf: '{{name}} verbinden',
  againOf: '{{name}} aktualisieren',
  connected_one: '{{name}} bietet {{count}} Werkzeug.',
  connected_other: '{{name}} bietet {{count}} Werkzeuge.',
  menu: 'Weitere Aktionen',
  menuOf: 'Aktionen für {{name}}',
  state: {
    title: 'Zustand',
    PENDING: 'Noch nicht verbunden',
    ERROR: 'Gestört',
    tools_one: '{{count}} Werkzeug',
    tools_other: '{{count}} Werkzeuge',
  },
  back: {
    connected: 'Verbunden. Flows können die Werkzeuge jetzt nutzen.',
    failed: 'Verbindung fehlgeschlagen. Der Grund steht neben dem Server. Versuchen Sie es erneut.',
  },
  delete: {
    title: '„{{name}}“ löschen?',
    text: 'Flows, die ihn nutzen, schlagen fehl, bis Sie einen anderen Server wählen. Auch seine Anmeldung wird gelöscht.',
    done: '„{{name}}“ gelöscht',
  },
}

export default texts
