import i18next from 'i18next'
import type { BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'

import { offerAgain } from '../state/failed-load.ts'
import { common } from './en/common.ts'

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

type Texts = Record<string, unknown>

/** Texts arrive with the screen that shows them; only those of the shell come with the first load. */
const lazyTexts: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    importTexts(language, namespace).then(
      (texts) => done(null, texts as never),
      (error: unknown) => {
        done(error as Error, null)
        // The library would show English texts or bare keys in their place and say nothing.
        offerAgain(error, async () => {
          i18next.addResourceBundle(language, namespace, await importTexts(language, namespace))
          await i18next.changeLanguage(i18next.language)
        })
      },
    )
  },
}

async function importTexts(language: string, namespace: string): Promise<Texts> {
  const module = (await import(
    /* webpackInclude: /\.ts$/, webpackChunkName: "texts-[request]" */ `./${language}/${namespace}.ts`
  )) as { default: Texts }
  return module.default
}

/** Loads texts ahead of the screen that shows them. Unlike the library's own loading, a failure is an error here. */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  const languages = new Set([i18next.language ?? preferredLanguage(), 'en'])
  const missing = [...languages].flatMap((language) =>
    namespaces
      .filter((namespace) => !i18next.hasResourceBundle(language, namespace))
      .map(async (namespace) => i18next.addResourceBundle(language, namespace, await importTexts(language, namespace))),
  )
  await Promise.all(missing)
}

export function startI18n(): void {
  void i18next
    .use(lazyTexts)
    .use(initReactI18next)
    .init({
      lng: preferredLanguage(),
      initAsync: false,
      fallbackLng: 'en',
      supportedLngs: LANGUAGES,
      ns: ['common'],
      defaultNS: 'common',
      resources: { en: { common } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      returnNull: false,
    })
  i18next.on('languageChanged', showLanguage)
  showLanguage(preferredLanguage())
}

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem('language', language)
  await i18next.changeLanguage(language)
}

export function preferredLanguage(): Language {
  const stored = localStorage.getItem('language')
  const wanted = stored ?? navigator.language.slice(0, 2)
  return LANGUAGES.find((language) => language === wanted) ?? 'en'
}

function showLanguage(language: string): void {
  document.documentElement.lang = language
}
