import type en from '../en/decisions.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof en> = {
  label: 'Entscheiden, wie der Flow weitergeht',
  feedback: 'Ein paar Worte dazu',
  allow: '{{tool}} erlauben',
  arguments: 'Argumente von {{tool}}',
  fault: {
    required: 'Bitte ausfüllen.',
    number: 'Bitte eine Zahl eingeben.',
    object: 'Bitte ein JSON-Objekt eingeben, etwa { "to": "ann" }.',
  },
  waits: {
    title: 'Wartet auf eine Entscheidung',
    empty: 'Nichts wartet auf eine Entscheidung',
    emptyText: 'Läufe, die einen Menschen fragen oder auf eine Zeit warten, stehen hier, bis sie weitergehen.',
    since: 'Wartet seit',
    until: 'Geht von selbst weiter',
    show: 'Entscheiden: {{step}}, {{flow}}',
    hide: 'Schließen: {{step}}, {{flow}}',
    decide: 'Entscheiden',
    close: 'Schließen',
    copyLink: 'Link für einen Prüfer kopieren',
    cancel: 'Lauf beenden',
    cancelTitle: 'Diesen Lauf beenden?',
    cancelText: 'Er geht nicht mehr weiter, und wer später entscheidet, erfährt das. Was er getan hat, bleibt getan.',
    cancelConfirm: 'Lauf beenden',
    cancelBack: 'Warten lassen',
    decided: 'Entschieden. Der Lauf geht weiter.',
    kept: 'Entschieden. Der Lauf geht weiter, sobald seine anderen Schritte ruhen.',
    cancelled: 'Der Lauf ist beendet.',
    more: 'Mehr anzeigen',
    unnamed: 'Ein Flow ohne Namen',
  },
  review: {
    title: 'Entscheiden',
    asked: 'Gefragt',
    until: 'Entscheiden können Sie bis {{date}}.',
    done: 'Danke. Es ist entschieden.',
    doneText: 'Der Lauf geht von selbst weiter. Sie können diese Seite schließen.',
    decided: 'Das ist schon entschieden',
    decidedText: 'Ein Link entscheidet einmal, und jemand hat ihn benutzt oder an anderer Stelle entschieden.',
    over: 'Hier ist nichts mehr zu entscheiden',
    overText: 'Der Lauf, der danach gefragt hat, ist zu Ende.',
    coming: 'Hier wird noch nichts gefragt',
    comingText: 'Der Lauf ist noch nicht so weit oder einen anderen Weg gegangen. Sehen Sie später noch einmal nach.',
    invalid: 'Dieser Link ist nicht gültig',
    invalidText: 'Vielleicht fehlt ein Teil. Kopieren Sie ihn noch einmal ganz aus der Nachricht, in der er stand.',
    expired: 'Dieser Link ist abgelaufen',
    expiredText: 'Bitten Sie, wer ihn geschickt hat, um einen neuen.',
    refused: 'Dieser Link ist nicht für Sie',
    refusedText:
      'Er ist für Menschen, die in seinem Kanal schreiben dürfen. Bitten Sie den Besitzer, Sie in die Liste aufzunehmen.',
    again: 'Noch einmal nachsehen',
  },
}

export default texts
