import type apiKeys from '../en/api-keys.ts'
import type { Translation } from '../texts.ts'

const texts: Translation<typeof apiKeys> = {
  title: 'API-Schlüssel',
  create: 'Schlüssel anlegen',
  edit: 'Schlüssel bearbeiten',
  search: 'Schlüssel suchen',
  name: 'Name des Schlüssels',
  nameHelp: 'Wer oder was ihn verwendet, etwa „Widget der Website“.',
  permission: {
    label: 'Was er darf',
    predict: 'Chatflows befragen',
    predictHelp: 'Genug für Websites, Skripte und Apps, die chatten.',
    manage: 'Befragen und alles verwalten',
    manageHelp: 'Flows, Werkzeuge, Zugangsdaten und Schlüssel anlegen, ändern und löschen, wie du selbst.',
  },
  scope: {
    label: 'Welche Flows er öffnet',
    all: 'Alle Flows',
    some: 'Nur diese',
    choose: 'Flows wählen',
    flows_one: '{{count}} Flow',
    flows_other: '{{count}} Flows',
    none: 'Wähle mindestens einen Flow oder alle Flows.',
  },
  column: {
    name: 'Name',
    key: 'Schlüssel',
    scope: 'Öffnet',
    used: 'Zuletzt benutzt',
    demanded: 'Verlangt von',
    created: 'Angelegt',
    actions: 'Aktionen',
  },
  neverUsed: 'Nie benutzt',
  nobody: 'Keinem Flow',
  row: { menu: 'Aktionen für {{name}}' },
  created: {
    title: 'Kopiere jetzt deinen Schlüssel',
    text: 'Er wird nur dieses eine Mal gezeigt: Gespeichert ist nur ein Fingerabdruck. Verlorene Schlüssel lassen sich nur ersetzen.',
    key: 'API-Schlüssel',
    done: 'Ich habe ihn kopiert',
    use: 'Mit jeder Anfrage senden als',
  },
  delete: {
    title: '„{{name}}“ löschen?',
    text: 'Alles, was diesen Schlüssel verwendet, funktioniert sofort nicht mehr. Das lässt sich nicht rückgängig machen.',
    done: '„{{name}}“ gelöscht',
  },
  browsers: {
    title: 'Angemeldete Browser',
    text: 'Jeder darf hier alles. Nach dreißig Tagen ohne Benutzung wird er von selbst abgemeldet.',
    browser: 'Browser',
    since: 'Angemeldet',
    this: 'Dieser Browser',
    end: 'Abmelden',
    endOne: '{{browser}} abmelden',
    all: 'Überall abmelden',
    allTitle: 'Überall abmelden?',
    allText: 'Jeder Browser, auch dieser, muss sich neu anmelden. API-Schlüssel gelten weiter.',
  },
  empty: {
    title: 'Schlüssel, mit denen andere Programme deine Flows ansprechen',
    text: 'Ein Flow, der einen Schlüssel verlangt, antwortet nur denen, die ihn senden.',
    learn: 'Zu deinen Chatflows',
  },
}

export default texts
