import './theme/fonts.ts'
import { createRoot } from 'react-dom/client'

import { App } from './app/app.tsx'
import { createRouter } from './app/router.tsx'
import { startScreen } from './app/start-screen.ts'
import { startI18n } from './i18n/i18n.ts'
import { replaceStoredPassword } from './lib/sign-in.ts'

startScreen(window.location.pathname)
startI18n()
void replaceStoredPassword()

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no element with the id "root".')
createRoot(root).render(<App router={createRouter()} />)
