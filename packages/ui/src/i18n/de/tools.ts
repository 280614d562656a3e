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
  badName: 'Buchstaben, Ziffern, Unterstriche und Bindestriche, höchstens 64: Anderes nehmen Modelle nicht an.',
  description: 'Beschreibung',
  descriptionHelp: 'Sagt dem Modell, was das Werkzeug tut und wann es hilft.',
  schema: {
    title: 'Eingaben',
    help: 'Was das Modell ausfüllen muss. Im Code heißt jede $name.',
    property: 'Name',
    type: 'Typ',
    description: 'Beschreibung',
    required: 'Nötig',
    add: 'Eingabe hinzufügen',
    remove: 'Eingabe {{name}} entfernen',
    none: 'Das Werkzeug nimmt keine Eingaben.',
    badProperty: '„{{name}}“ ist kein Name: Buchstaben, Ziffern und Unterstriche.',
    doubleProperty: '„{{name}}“ kommt doppelt vor.',
  },
  code: {
    title: 'JavaScript',
    help: 'Der Rumpf einer async-Funktion. Gib Text zurück. fetch und console.log gibt es; Dateien, Module und Umgebung nicht.',
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
    noOutput: 'Die Funktion gab nichts zurück. Gib Text zurück, den das Modell lesen kann.',
    time: '{{milliseconds}} ms',
    failed: 'Gescheitert nach {{milliseconds}} ms',
    hint: 'Eingaben ausfüllen und den Code ausführen, wie er dasteht, ohne zu speichern.',
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
    text: 'Der Code ist dann endgültig weg. Das lässt sich nicht rückgängig machen.',
    done: '„{{name}}“ gelöscht',
  },
  imported: '„{{file}}“ ist kein Werkzeug: {{reason}}',
  notATool: 'Es braucht wenigstens Name und Beschreibung.',
  empty: {
    title: 'Bring deinen Agenten mit ein paar Zeilen JavaScript Neues bei',
    text: 'Ein Werkzeug hat einen Namen, eine Beschreibung, die dem Modell sagt, wann es hilft, und Code, der abgeschottet läuft.',
    templates: 'Werkzeugvorlagen ansehen',
  },
}

export default texts
