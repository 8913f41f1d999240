package sample;

/** What is managed: nothing. */
public interface BeansMBean {}
