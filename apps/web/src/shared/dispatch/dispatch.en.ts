export default {
  各轮派单: 'Rounds of the search',
  '各轮派单（共 {n} 轮）': 'Rounds of the search ({n} in all)',
  可派: 'Can be asked',
  派出: 'Asked',
  未派原因: 'Why the others were not asked',
  进入下一轮: 'Next round',
  下一次批量匹配: 'Next batch',
  等待客服指派: 'Waiting for the desk',
  派单超时结束: 'The search gives up',
}
