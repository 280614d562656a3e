import type marketplace from '../en/marketplace.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof marketplace> = {
  title: 'Marktplatz',
  search: 'Vorlagen suchen',
  tabs: { label: 'Art der Vorlage', all: 'Alle', Chatflow: 'Flows', Tool: 'Werkzeuge' },
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
    ready: 'Kein Schlüssel nötig',
    readyWithKey: 'Läuft mit Ihrem Schlüssel',
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
  failed: 'Die Vorlage konnte nicht geöffnet werden: {{reason}}',
  empty: {
    title: 'Hier erscheinen fertige Flows und Werkzeuge',
    text: 'Auf diesem Server sind keine Vorlagen installiert.',
    action: 'Mit einem leeren Canvas anfangen',
  },
}

export default texts
