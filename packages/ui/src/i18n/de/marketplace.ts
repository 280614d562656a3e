import type marketplace from '../en/marketplace.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof marketplace> = {
  title: 'Marktplatz',
  search: 'Vorlagen suchen',
  tabs: { label: 'Art der Vorlage', all: 'Alle', Chatflow: 'Chatflows', Tool: 'Werkzeuge' },
  usecase: { label: 'Zweck', all: 'Jeder Zweck' },
  needs: {
    label: 'Braucht',
    any: 'Mit oder ohne Schlüssel',
    none: 'Läuft ohne Schlüssel',
    some: 'Braucht Zugangsdaten',
  },
  card: {
    use: 'Verwenden',
    useNamed: '{{name}} verwenden',
    ready: 'Läuft ohne Schlüssel',
    readyWithKey: 'Läuft mit deinem Schlüssel',
    needs: 'Braucht {{names}}',
    tool: 'Werkzeug',
    nodes: 'Verwendete Knoten',
    moreNodes: '{{count}} weitere',
  },
  tool: {
    preview: 'Werkzeugvorlage',
    use: 'Vorlage verwenden',
    inputs: 'Eingaben',
    noInputs: 'Es nimmt keine Eingaben.',
    code: 'JavaScript',
  },
  failed: 'Die Vorlage ließ sich nicht öffnen: {{reason}}',
  empty: {
    title: 'Hier erscheinen fertige Flows und Werkzeuge',
    text: 'Auf diesem Server sind keine Vorlagen installiert.',
    action: 'Mit einer leeren Fläche anfangen',
  },
}

export default texts
