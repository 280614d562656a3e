const canvas = {}

export default canvas
