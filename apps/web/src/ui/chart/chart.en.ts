export default {
  图表加载中: 'Loading the chart',
}
