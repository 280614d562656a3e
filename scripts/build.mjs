// npm run build: everything `npm start` would build, without starting it.
import { buildProduct, installDependencies, requireNode } from './steps.mjs'

requireNode()
installDependencies()
buildProduct()
