import '@fontsource-variable/roboto/wght.css'
import '@fontsource-variable/roboto-mono/wght.css'
import theme from 'vitepress/theme-without-fonts'
import './look.css'

export default theme
