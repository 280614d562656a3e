const help = {
  title: 'Help',
  list: 'Guides',
  search: 'Search the guides',
  nothing: 'No guide mentions “{{words}}”.',
}

export default help
