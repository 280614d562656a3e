import type en from '../en/decisions.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof en> = {
  label: 'Entscheiden, wie der Flow weitergeht',
  feedback: 'Kommentar',
  allow: '{{tool}} erlauben',
  arguments: 'Argumente von {{tool}}',
  fault: {
    required: 'Dieses Feld ist erforderlich.',
    number: 'Geben Sie eine Zahl ein.',
    object: 'Geben Sie ein JSON-Objekt ein, zum Beispiel { "to": "ann" }.',
  },
  waits: {
    title: 'Wartet auf eine Entscheidung',
    empty: 'Nichts wartet auf eine Entscheidung',
    emptyText:
      'Läufe, die auf einen Menschen oder einen Zeitpunkt warten, erscheinen hier, bis sie fortgesetzt werden.',
    since: 'Wartet seit',
    until: 'Wird automatisch fortgesetzt',
    ends: 'Endet ohne Entscheidung',
    withoutEnd: 'Von vor der Zeit der Grenze: wartet weiter',
    onlyWithoutEnd: 'Nur Läufe von vor der Zeit der Grenze sind aufgeführt.',
    all: 'Alle anzeigen',
    show: 'Entscheiden: {{step}}, {{flow}}',
    hide: 'Schließen: {{step}}, {{flow}}',
    decide: 'Entscheiden',
    close: 'Schließen',
    copyLink: 'Link für einen Prüfer kopieren',
    cancel: 'Lauf beenden',
    cancelTitle: 'Diesen Lauf beenden?',
    cancelText:
      'Der Lauf endet hier, und spätere Entscheidungen werden abgelehnt. Erledigte Schritte werden nicht rückgängig gemacht.',
    cancelConfirm: 'Lauf beenden',
    cancelBack: 'Warten lassen',
    decided: 'Entschieden. Der Lauf wird fortgesetzt.',
    kept: 'Entschieden. Der Lauf wird fortgesetzt, sobald seine anderen Schritte fertig sind.',
    cancelled: 'Der Lauf ist beendet.',
    more: 'Mehr anzeigen',
    unnamed: 'Flow ohne Namen',
  },
  review: {
    title: 'Entscheiden',
    asked: 'Gefragt',
    until: 'Sie können bis {{date}} entscheiden.',
    done: 'Danke. Ihre Entscheidung ist gespeichert.',
    doneText: 'Der Lauf wird automatisch fortgesetzt. Sie können diese Seite schließen.',
    decided: 'Das ist schon entschieden',
    decidedText: 'Jeder Link gilt einmal. Jemand hat ihn verwendet oder an anderer Stelle entschieden.',
    over: 'Hier ist nichts mehr zu entscheiden',
    overText: 'Der Lauf, der gefragt hat, ist beendet.',
    coming: 'Noch nichts zu entscheiden',
    comingText:
      'Der Lauf ist noch nicht so weit oder hat einen anderen Weg genommen. Sehen Sie später noch einmal nach.',
    invalid: 'Dieser Link ist ungültig',
    invalidText: 'Vielleicht fehlt ein Teil. Kopieren Sie ihn noch einmal vollständig aus der Nachricht.',
    expired: 'Dieser Link ist abgelaufen',
    expiredText: 'Bitten Sie den Absender um einen neuen.',
    refused: 'Dieser Link ist nicht für Sie',
    refusedText:
      'Er gilt für Personen, die im Kanal schreiben dürfen. Bitten Sie den Besitzer, Sie in die Liste aufzunehmen.',
    again: 'Erneut prüfen',
  },
}

export default texts
