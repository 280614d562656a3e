import '@fontsource-variable/roboto/wght.css'
import '@fontsource-variable/roboto-mono/wght.css'
import './fonts.css'
