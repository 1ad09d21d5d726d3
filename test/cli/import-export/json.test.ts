import { expect } from 'chai';
import { parseJsonText, renderJson, WrittenNumber } from '../../../src/cli/import-export/json.ts';

describe('JSON with numbers as they are written', () => {
  it('is written again with all digits', () => {
    const text = '{"a":1.50,"b":[12345678901234567890,null,true,"x\\"y"],"c":{}}';
    expect(renderJson(parseJsonText(text, (written) => new WrittenNumber(written)))).to.equal(text);
  });
});
