// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

interface Token {
    function transfer(address to, uint256 value) external;
}

/// Says that it moved money. It has none.
contract LookAlike {
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;
    event Transfer(address indexed from, address indexed to, uint256 value);

    function pretend(address to, uint256 value) external {
        emit Transfer(msg.sender, to, value);
    }
}

/// Keeps a tenth of each transfer; says so in its event, or says that all arrived.
contract FeeToken {
    string public constant symbol = "FEE";
    uint8 public constant decimals = 6;
    bool public immutable honest;
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(bool isHonest) {
        honest = isHonest;
        balanceOf[msg.sender] = 10 ** 18;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        uint256 fee = value / 10;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - fee;
        balanceOf[address(this)] += fee;
        emit Transfer(msg.sender, to, honest ? value - fee : value);
        if (honest) emit Transfer(msg.sender, address(this), fee);
        return true;
    }
}

/// Old manners: instead of undoing the transaction it returns false and does nothing.
contract FalseToken {
    string public constant symbol = "FALSE";
    uint8 public constant decimals = 6;
    bool public stubborn;
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor() {
        balanceOf[msg.sender] = 10 ** 18;
    }

    function setStubborn(bool isStubborn) external {
        stubborn = isStubborn;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        if (stubborn || balanceOf[msg.sender] < value) return false;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Calls others from within one transaction.
contract Caller {
    function payMany(Token token, address[] calldata to, uint256[] calldata values) external {
        for (uint256 i = 0; i < to.length; i++) token.transfer(to[i], values[i]);
    }

    /// The inner transfer is undone, the transaction is not.
    function tryAndFail(Token token, address to, uint256 value) external {
        try this.payThenRevert(token, to, value) {} catch {}
    }

    function payThenRevert(Token token, address to, uint256 value) external {
        token.transfer(to, value);
        revert("undone");
    }

    function sendCoins(address payable to) external payable {
        (bool sent, ) = to.call{value: msg.value}("");
        require(sent, "not taken");
    }

    function payCoins(address payable[] calldata to, uint256[] calldata values) external payable {
        for (uint256 i = 0; i < to.length; i++) {
            (bool sent, ) = to[i].call{value: values[i]}("");
            require(sent, "not taken");
        }
    }

    /// The inner payment is undone, the transaction is not.
    function tryCoinsAndFail(address payable to) external payable {
        try this.coinsThenRevert{value: msg.value}(to) {} catch {}
    }

    function coinsThenRevert(address payable to) external payable {
        this.sendCoins{value: msg.value}(to);
        revert("undone");
    }

    /// A contract that ends leaves its coins to somebody.
    function die(address payable to) external payable {
        new Dying{value: msg.value}(to);
    }

    receive() external payable {}
}

contract Dying {
    constructor(address payable heir) payable {
        selfdestruct(heir);
    }
}

/// Takes no coins.
contract Refuser {
    receive() external payable {
        revert("no, thank you");
    }
}

/// Answers bytes32, as tokens of the first years do, and has other decimals than one thinks.
contract OldToken {
    bytes32 public constant symbol = "OLD";
    uint8 public constant decimals = 18;
}

/// A proxy: what it is can be changed.
contract ChangingToken {
    string public constant symbol = "USDT";
    uint8 public decimals = 6;

    function setDecimals(uint8 value) external {
        decimals = value;
    }
}
