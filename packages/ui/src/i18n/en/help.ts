const help = {
  title: 'Help',
  list: 'Guides',
  search: 'Search the guides',
  nothing: 'No guide speaks of “{{words}}”.',
}

export default help
