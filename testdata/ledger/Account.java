package ledger;

public class Account {
    private final String owner;
    private int balance;

    public Account(String owner, int balance) {
        this.owner = owner;
        this.balance = balance;
    }

    public String getOwner() {
        return owner;
    }

    public int getBalance() {
        return balance;
    }

    public boolean transfer(Account to, int amount) {
        balance -= amount;
        if (balance < 0) {
            balance += amount;
            return false;
        }
        to.balance += amount;
        return true;
    }
}
