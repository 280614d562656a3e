import type tools from '../en/tools.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof tools> = {
  title: 'Werkzeuge',
  create: 'Werkzeug anlegen',
  edit: 'Werkzeug bearbeiten',
  preview: 'Werkzeugvorlage',
  useTemplate: 'Vorlage verwenden',
  import: 'Importieren',
  search: 'Werkzeuge suchen',
  name: 'Name',
  nameHelp: 'So ruft es das Modell auf, etwa get_weather.',
  badName:
    'Verwenden Sie höchstens 64 Buchstaben, Ziffern, Unterstriche und Bindestriche. Anderes nehmen Modelle nicht an.',
  description: 'Beschreibung',
  descriptionHelp: 'Sagt dem Modell, was das Werkzeug tut und wann es hilft.',
  schema: {
    title: 'Eingaben',
    help: 'Diese Werte liefert das Modell. Im Code heißt jeder $name.',
    property: 'Name',
    type: 'Typ',
    description: 'Beschreibung',
    required: 'Erforderlich',
    add: 'Eingabe hinzufügen',
    remove: 'Eingabe {{name}} entfernen',
    none: 'Das Werkzeug nimmt keine Eingaben.',
    badProperty: '„{{name}}“ ist kein gültiger Name. Verwenden Sie Buchstaben, Ziffern und Unterstriche.',
    doubleProperty: '„{{name}}“ kommt doppelt vor.',
  },
  code: {
    title: 'JavaScript',
    help: 'Der Rumpf einer async-Funktion. Geben Sie Text zurück. Verfügbar sind fetch und console.log, aber keine Dateien, Module und Umgebungsvariablen.',
    example: 'Beispiel einfügen',
    examples: { fetch: 'Webadresse lesen', calculate: 'Mit Eingaben rechnen', variable: 'Variable verwenden' },
  },
  try: {
    title: 'Ausprobieren',
    run: 'Ausführen',
    running: 'Läuft',
    output: 'Ausgabe',
    console: 'Konsole',
    noConsole: 'Nichts protokolliert.',
    noOutput: 'Die Funktion hat nichts zurückgegeben. Geben Sie Text zurück, den das Modell lesen kann.',
    time: '{{milliseconds}} ms',
    failed: 'Fehlgeschlagen nach {{milliseconds}} ms',
    hint: 'Füllen Sie die Eingaben aus, und führen Sie den Code ohne Speichern aus.',
  },
  card: {
    inputs_one: '{{count}} Eingabe',
    inputs_other: '{{count}} Eingaben',
    edited: 'Bearbeitet',
    menu: 'Aktionen für {{name}}',
    noDescription: 'Noch keine Beschreibung',
  },
  delete: {
    title: '„{{name}}“ löschen?',
    text: 'Der Code wird gelöscht. Das lässt sich nicht rückgängig machen.',
    done: '„{{name}}“ gelöscht',
  },
  imported: '„{{file}}“ ist kein Werkzeug: {{reason}}',
  notATool: 'Es braucht wenigstens Name und Beschreibung.',
  empty: {
    title: 'Erweitern Sie Ihre Agenten mit ein paar Zeilen JavaScript',
    text: 'Ein Werkzeug hat einen Namen, eine Beschreibung, die dem Modell sagt, wann es hilft, und Code, der in einer Sandbox läuft.',
    templates: 'Werkzeugvorlagen ansehen',
  },
}

export default texts
