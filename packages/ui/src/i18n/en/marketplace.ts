const marketplace = {
  title: 'Marketplaces',
  search: 'Search templates',
  tabs: { label: 'Kind of template', all: 'All', Chatflow: 'Flows', Tool: 'Tools' },
  usecase: { label: 'Use', all: 'All uses' },
  needs: {
    label: 'Needs',
    any: 'Any',
    none: 'Runs without a key',
    some: 'Needs a credential',
  },
  card: {
    use: 'Use',
    useNamed: 'Use {{name}}',
    ready: 'No key needed',
    readyWithKey: 'Runs with your key',
    needs: 'Needs {{names}}',
    tool: 'Tool',
    nodes: 'Nodes used',
    moreNodes: '{{count}} more',
  },
  tool: {
    preview: 'Tool template',
    use: 'Use template',
    inputs: 'Inputs',
    noInputs: 'It takes no inputs.',
    code: 'JavaScript',
  },
  failed: 'The template could not be opened: {{reason}}',
  empty: {
    title: 'Ready-made flows and tools appear here',
    text: 'This server has no templates installed.',
    action: 'Start with an empty canvas',
  },
}

export default marketplace
